"""The list of images as a reader works it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PAGE_SIZE = 20
#: Turns the pages inside the browser: a click from outside for each takes long.
_ALL_IDS = """() => {
  const next = document.querySelector("#images .pager").lastElementChild;
  const found = [];
  for (;;) {
    for (const name of document.querySelectorAll("#image-list .image-name")) {
      found.push(Number(name.textContent.replace("Image ", "")));
    }
    if (next.disabled) return found;
    next.click();
  }
}"""


class ImageList:
    """The controls of the list, and what it shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = page.locator("#image-count")
        expect(self.count).to_contain_text("images")

    def search(self, words: str, expected: int) -> None:
        """Type words, and wait until so many images are found."""
        self.page.get_by_label("Search").fill(words)
        self.expect_count(expected)

    def choose(self, label: str, option: str) -> None:
        """Choose from a list that has this label."""
        self.page.get_by_label(label, exact=True).select_option(label=option)

    def options(self, label: str) -> list[str]:
        """What can be chosen."""
        return self.page.get_by_label(label, exact=True).locator("option").all_inner_texts()

    def turn_around(self) -> None:
        """Sort the other way."""
        self.page.locator("#image-direction").click()

    def expect_count(self, expected: int) -> None:
        """Wait for the line that says how many images are found."""
        start = f"{expected:,} of " if expected else "No images"
        expect(self.count).to_contain_text(start)
        shown = self.page.locator("#image-list .image-card")
        expect(shown).to_have_count(min(expected, PAGE_SIZE))

    def ids(self) -> list[int]:
        """The ids of the images on this page."""
        names = self.page.locator("#image-list .image-name").all_inner_texts()
        return [int(name.removeprefix("Image ")) for name in names]

    def all_ids(self) -> list[int]:
        """The ids of the images on all pages, from here on."""
        found: list[int] = self.page.evaluate(_ALL_IDS)
        return found
