"""What a card shows: captions as they are, METEOR's words and SPICE's tuples on demand."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from cutline.core.types import ImageId
from cutline.metrics.meteor import Meteor
from cutline.metrics.spice import Spice
from cutline.scoring.explanation import explain_best, explain_tuples

from ...browser import OpenPage
from .conftest import Written
from .image_list import ImageList
from .invented import AWKWARD


def card_of(shown: ImageList, written: Written, place: int) -> Locator:
    """The card of one image, found by its id."""
    image_id = written.study.image_ids[place]
    shown.search(str(image_id), 1)
    card = shown.page.locator("#image-list .image-card")
    expect(card.locator(".image-name")).to_have_text(f"Image {image_id}")
    return card


def test_captions_are_shown_as_they_are(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    for place, said in AWKWARD.items():
        _check_captions(card_of(shown, rich, place), said)


def _check_captions(card: Locator, said: str) -> None:
    caption = card.locator(".image-words > .caption-line").first
    expect(caption).to_contain_text(said or "(empty)")
    expect(caption.locator("script, b")).to_have_count(0)
    if said:
        expect(card.locator(".references").first).to_have_text(said)
    assert card.page.evaluate("document.querySelectorAll('main script').length") == 0


def test_a_caption_from_right_to_left_keeps_its_place(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 3)
    caption = card.locator(".caption-line bdi").first
    assert caption.evaluate("words => getComputedStyle(words).direction") == "rtl"
    name = card.locator(".caption-note").first.bounding_box()
    words = caption.bounding_box()
    assert name is not None
    assert words is not None
    assert name["x"] < words["x"] + words["width"]


def test_which_words_match_by_meteor(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    for place in (0, *AWKWARD):
        _check_meteor(card_of(shown, rich, place), rich, place)


def _check_meteor(card: Locator, rich: Written, place: int) -> None:
    details = card.locator("details.why", has_text="METEOR")
    details.locator("summary").click()
    lines = details.locator(".caption-line")
    expect(lines).to_have_count(6)
    image_id = rich.study.image_ids[place]
    for run, said in enumerate(_aligned(rich, image_id)):
        for line, expected in zip(said, lines.all()[2 * run : 2 * run + 2], strict=True):
            marked = expected.locator(".match").evaluate_all(
                "words => words.map(word => [word.textContent, word.classList[1]])"
            )
            assert [tuple(mark) for mark in marked] == line


def _aligned(written: Written, image_id: ImageId) -> list[list[list[tuple[str, str]]]]:
    """For each run the words of candidate and reference, each with what became of it."""
    study, found = written.study, []
    for run in study.runs:
        [alignment] = explain_best(study.corpus, Meteor(), run, [image_id])
        candidate = dict.fromkeys(range(len(alignment.candidate)), "invented")
        reference = dict.fromkeys(range(len(alignment.reference)), "missed")
        for pair in alignment.pairs:
            candidate |= dict.fromkeys(pair.candidate, str(pair.stage))
            reference |= dict.fromkeys(pair.reference, str(pair.stage))
        found.append(
            [
                list(zip(alignment.candidate, candidate.values(), strict=True)),
                list(zip(alignment.reference, reference.values(), strict=True)),
            ]
        )
    return found


def test_which_things_match_by_spice(open_page: OpenPage, rich: Written) -> None:
    shown = ImageList(open_page(rich.path))
    for place in (0, *AWKWARD):
        _check_spice(card_of(shown, rich, place), rich, place)


def _check_spice(card: Locator, rich: Written, place: int) -> None:
    details = card.locator("details.why", has_text="SPICE")
    details.locator("summary").click()
    lists = details.locator(".tuples")
    expect(lists).to_have_count(9)
    study = rich.study
    for number, run in enumerate(study.runs):
        [of_image] = explain_tuples(study.corpus, Spice(), run, [study.image_ids[place]])
        compared = of_image.compared
        kinds = {
            "matched": [pair.candidate for pair in compared.matched],
            "invented": compared.invented,
            "missed": compared.missed,
        }
        for (kind, tuples), shown in zip(
            kinds.items(), lists.all()[3 * number : 3 * number + 3], strict=True
        ):
            assert shown.inner_text().startswith(f"{kind}: ")
            chips = shown.locator(".chip").all_text_contents()
            assert len(chips) == len(tuples)
            for chip, words in zip(chips, tuples, strict=True):
                assert all(word in chip for word in words)
            assert bool(chips) != shown.inner_text().endswith("none")


def test_all_scores_of_an_image(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 8)
    card.get_by_text("All scores").click()
    rows = card.locator("tbody tr")
    expect(rows).to_have_count(3)
    for run, row in enumerate(rows.all()):
        values = [f"{round(float(s.values[8]), 4):.3f}" for s in rich.study.scores[run].scores]
        assert row.locator("td").all_inner_texts() == values
        assert row.locator("th").inner_text() == rich.study.systems[run]


def test_all_references_of_an_image(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 9)
    card.get_by_text("4 more references").click()
    shown = card.locator(".references li").all_inner_texts()
    assert shown == rich.given.references[4010]


def test_pictures_are_in_the_page(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 0)
    image = card.get_by_role("img", name=rich.given.references[4001][0])
    expect(image).to_be_visible()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


def test_an_image_without_a_picture_says_so(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 59)
    expect(card.locator(".no-picture")).to_have_text("No picture")


def test_a_picture_that_cannot_be_read_says_so(open_page: OpenPage, rich: Written) -> None:
    card = card_of(ImageList(open_page(rich.path)), rich, 0)
    card.locator("img").evaluate("image => { image.src = 'data:image/png;base64,AAAA' }")
    expect(card.locator(".no-picture")).to_have_text("No picture")
