"""Nouns, chips and boxes that belong together light up together."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, expect

from cutline.reports.gallery import gallery_page

from ...browser import OpenPage
from .conftest import Written
from .image_list import ImageList
from .invented import HEADER, many


def lit(card: Locator) -> list[str]:
    """What is lit in a card: words, chips by their labels, and boxes by their number."""
    found: list[str] = card.evaluate("""card => [...card.querySelectorAll(".lit")].map((part) =>
      part.matches("g") ? `${part.classList[0]} ${part.dataset.object}`
        : part.matches(".chip") ? `chip ${part.firstElementChild.textContent}`
          : part.textContent)""")
    return found


def test_the_focus_on_a_noun_lights_its_box_and_chip(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    card = shown.card(1001)
    # From the last control before the list, by Tab alone.
    page.get_by_role("button", name="Next").first.focus()
    page.keyboard.press("Tab")
    noun = card.get_by_role("button", name="dog", exact=True).first
    expect(noun).to_be_focused()
    # Two captions have a dog.
    assert lit(card) == ["box 2", "label 2", "dog", "dog", "chip dog"]
    expect(card.locator(".box.lit .edge")).to_have_css("stroke-width", "3px")
    expect(card.locator(".box:not(.lit)").first).to_have_css("opacity", "0.2")
    page.keyboard.press("Tab")
    expect(card.locator(".box.lit")).to_have_attribute("data-object", "3")
    noun.evaluate("noun => document.activeElement.blur()")
    assert lit(card) == []


def test_the_focus_on_a_chip_lights_nouns_and_all_its_boxes(
    open_page: OpenPage, rich: Written
) -> None:
    page = open_page(rich.path)
    card = ImageList(page).card(1002)
    card.get_by_role("button", name="bird ×3").focus()
    assert sorted(lit(card)) == sorted(
        [*(f"{kind} {n}" for kind in ("box", "label") for n in (2, 3, 4)), "birds", "chip bird"]
    )
    expect(card.locator(".box.exact")).to_have_count(3)
    # The noun was matched with one of them.
    card.get_by_role("button", name="birds").focus()
    expect(card.locator(".box.lit")).to_have_count(3)
    expect(card.locator(".box.exact")).to_have_count(1)


def test_a_pointer_on_a_box_lights_its_nouns(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    card = ImageList(page).card(1001)
    card.locator(".box[data-object='3'] .edge").hover()
    assert lit(card)[0] == "box 3"
    assert "ball" in lit(card)
    page.mouse.move(0, 0)
    assert lit(card) == []


def test_a_small_box_is_found_on_top_of_a_large_one(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    card = ImageList(page).card(1005)
    # The cat sits on the sofa.
    cat = card.get_by_role("button", name="cat", exact=True).first.get_attribute("data-object")
    card.locator(f".box[data-object='{cat}'] .edge").hover()
    expect(card.locator(".box.lit")).to_have_attribute("data-object", str(cat))


def test_a_click_keeps_it_lit_until_the_next(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    card = ImageList(page).card(1001)
    noun = card.get_by_role("button", name="dog", exact=True).first
    noun.click()
    expect(noun).to_have_attribute("aria-pressed", "true")
    page.mouse.move(0, 0)
    noun.evaluate("noun => noun.blur()")
    assert "chip dog" in lit(card)
    noun.click()
    page.mouse.move(0, 0)
    noun.evaluate("noun => noun.blur()")
    expect(noun).to_have_attribute("aria-pressed", "false")
    assert lit(card) == []


def test_keys_keep_it_lit_and_let_it_go(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    card = ImageList(page).card(1001)
    noun = card.get_by_role("button", name="ball", exact=True).first
    noun.focus()
    page.keyboard.press("Enter")
    expect(noun).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(noun).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(noun).to_have_attribute("aria-pressed", "false")


def test_cards_of_other_pages_are_linked_too(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    shown.search("tall-1")
    shown.expect_count(1)
    card = shown.card("tall-1")
    card.get_by_role("button", name="ball", exact=True).first.focus()
    assert "box 1" in lit(card)


def test_boxes_lie_over_the_picture(open_page: OpenPage, rich: Written) -> None:
    page = open_page(rich.path)
    shown = ImageList(page)
    for image_id, size in (("tall-1", (360, 640)), ("wide-1", (960, 160)), (1001, (480, 320))):
        shown.search(str(image_id))
        shown.expect_count(1)
        card = shown.card(image_id)
        found = card.locator(".picture").evaluate("""frame => {
          const image = frame.querySelector("img");
          const { x, y, width, height } = image.getBoundingClientRect();
          const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
          const box = frame.querySelector(".box[data-object='0'] .edge");
          const at = box.getBoundingClientRect();
          return {
            size: [image.naturalWidth, image.naturalHeight],
            fit: getComputedStyle(image).objectFit,
            expected: [
              x + (width - image.naturalWidth * scale) / 2 + box.x.baseVal.value * scale,
              y + (height - image.naturalHeight * scale) / 2 + box.y.baseVal.value * scale,
              box.width.baseVal.value * scale,
            ],
            found: [at.x, at.y, at.width],
          };
        }""")
        assert tuple(found["size"]) == size
        assert found["fit"] == "contain"
        for one, other in zip(found["found"], found["expected"], strict=True):
            assert abs(one - other) < 1


def test_a_picture_that_cannot_be_shown_is_told(open_page: OpenPage, tmp_path: Path) -> None:
    given = many(1)
    path = tmp_path / "gallery.html"
    broken = {given.images[0].image_id: "data:image/png;base64,AAAA"}
    path.write_text(gallery_page(HEADER, given.images, broken), encoding="utf-8")
    page = open_page(path)
    expect(page.locator(".picture")).to_have_text("No picture")
