"""The list of images as a reader works it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

PAGE_SIZE = 24
#: Turns the pages inside the browser: a click from outside for each takes long.
_ALL_IDS = """async () => {
  const list = document.getElementById("gallery-list");
  const next = document.querySelector("#images .pager").lastElementChild;
  const found = [];
  for (;;) {
    for (const name of list.querySelectorAll(".image-name bdi")) found.push(name.textContent);
    if (next.disabled) return found;
    const turned = new Promise((done) => new MutationObserver((_, observer) => {
      observer.disconnect();
      setTimeout(done);
    }).observe(list, { childList: true }));
    next.click();
    await turned;
  }
}"""


class ImageList:
    """The controls of the list, and what it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = page.locator("#gallery-count")
        expect(self.count).to_contain_text("images")

    def search(self, words: str) -> None:
        """Type words."""
        self.page.get_by_label("Search").fill(words)

    def choose(self, label: str, option: str) -> None:
        """Choose from a list that has this label."""
        self.page.get_by_label(label, exact=True).select_option(label=option)

    def options(self, label: str) -> list[str]:
        """What can be chosen."""
        return self.page.get_by_label(label, exact=True).locator("option").all_inner_texts()

    def turn_around(self) -> None:
        """Sort the other way."""
        self.page.locator("#gallery-direction").click()

    def expect_count(self, expected: int) -> None:
        """Wait for the line that says how many images are found, and for their cards."""
        expect(self.count).to_contain_text(f"{expected:,} of " if expected else "No images")
        cards = self.page.locator("#gallery-list .annotated")
        expect(cards).to_have_count(min(expected, PAGE_SIZE))

    def ids(self) -> list[str]:
        """The ids of the images on this page."""
        return self.page.locator("#gallery-list .image-name bdi").all_inner_texts()

    def all_ids(self) -> list[str]:
        """The ids of the images on all pages, from here on."""
        found: list[str] = self.page.evaluate(_ALL_IDS)
        return found

    def card(self, image_id: int | str) -> Locator:
        """The card of an image on this page."""
        name = self.page.locator(".image-name bdi", has_text=f"{image_id}")
        return self.page.locator(".annotated", has=name)
