"""What the page says, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cutline.core.types import Detection
from cutline.datasets.annotated_images import (
    AnnotatedCaption,
    AnnotatedImage,
    AnnotatedNoun,
    AnnotationHeader,
)
from cutline.reports.gallery import gallery_page
from cutline.reports.gallery.captions import marked_text
from cutline.reports.gallery.card import card
from cutline.reports.gallery.groups import object_groups
from cutline.reports.gallery.overlay import overlay

from ..theme.markup import Markup
from .conftest import COMMAND, Written
from .invented import HEADER, METRICS, invented, many

SOFA = AnnotatedImage(
    image_id=7,
    file="rooms/sofa.jpg",
    width=640,
    height=480,
    objects=(
        Detection("sofa", 0.91, (10.0, 20.0, 300.0, 200.0)),
        Detection("bird", 0.52, (400.0, 30.0, 50.0, 60.0)),
        Detection("bird", 0.68, (480.0, 30.0, 50.0, 60.0)),
        Detection("lamp", 0.44),
    ),
    captions=(
        AnnotatedCaption("hasty", "birds", (AnnotatedNoun("birds", 0, 5, 1, "same", 1.0),)),
        AnnotatedCaption(
            "steady",
            "A kite on a couch",
            (
                AnnotatedNoun("kite", 2, 6, None, "", 0.1),
                AnnotatedNoun("couch", 12, 17, 0, "synonym", 0.83),
            ),
            ((METRICS[0], 0.625), (METRICS[1], None)),
            "nothing to match",
        ),
        AnnotatedCaption("parrot", None, error="it gave no answer"),
    ),
    best=1,
    why="the only one with a value",
)


def text_of(html: str) -> str:
    return Markup(html).text


def test_the_page_is_whole(rich: Written) -> None:
    html = rich.path.read_text(encoding="utf-8")
    markup = Markup(html)
    markup.check_ids()
    assert COMMAND in markup.text
    assert rich.given.header.signature in markup.text
    assert html == gallery_page(
        rich.given.header,
        rich.given.images,
        rich.given.pictures,
        title="Drawn scenes",
        command=COMMAND,
    )


def test_the_first_cards_are_in_the_page_and_the_others_are_not(rich: Written) -> None:
    html = rich.path.read_text(encoding="utf-8")
    assert html.count('<article class="annotated">') == 24
    assert "crowd.jpg" not in html


def test_few_images_need_no_packed_cards() -> None:
    given = many(24)
    html = gallery_page(given.header, given.images, {})
    assert 'id="gallery-choices"' in html
    assert 'id="gallery-cards"' not in html
    assert "<noscript>" not in html


def test_a_gallery_of_nothing_says_so() -> None:
    html = gallery_page(AnnotationHeader((), "", (), ""), [], {})
    Markup(html).check_ids()
    assert "No images were annotated." in html
    assert "0 images" in html


def test_one_captioner_without_metrics() -> None:
    caption = AnnotatedCaption("one", "a dog", (AnnotatedNoun("dog", 2, 5),))
    image = AnnotatedImage("a", "a.jpg", captions=(caption,))
    html = gallery_page(AnnotationHeader(("one",), "none", (), ""), [image], {})
    Markup(html).check_ids()
    assert "One image, described by one; objects by none." in html
    assert "How often each captioner is best" not in html


def test_the_best_caption_comes_first_and_is_marked() -> None:
    html = card(SOFA, "", METRICS)
    names = re.findall(r'caption-note">(\w+)<', html)
    assert names == ["steady", "hasty", "parrot"]
    assert html.count("✓") == 1
    steady = html[html.index("steady") : html.index("hasty")]
    assert "✓</span> best" in steady
    assert "Best: the only one with a value" in steady


def test_values_and_what_is_undefined_are_said_in_words() -> None:
    said = text_of(card(SOFA, "", METRICS))
    assert "0.625" in said
    assert "matched-fidelity undefined" in said
    assert "Undefined: nothing to match" in said
    assert "Error: it gave no answer" in said


def test_nouns_lead_to_objects() -> None:
    html = card(SOFA, "", METRICS)
    noun = re.search(r'<span class="([^"]*)" data-group="0" data-object="0" title="([^"]*)">', html)
    assert noun is not None
    assert noun[1] == "match synonym link"
    assert noun[2] == "means sofa (synonym, 0.83)"
    assert '<s class="match invented" title="names nothing that was seen">kite</s>' in html
    said = text_of(html)
    assert "couch → sofa (synonym, 0.83)" in said
    assert "kite → nothing that was seen" in said


def test_what_nobody_names_is_missed() -> None:
    groups = object_groups(SOFA)
    assert [(group.label, group.places, group.is_missed) for group in groups] == [
        ("sofa", (0,), False),
        # One of the two was matched with `birds`.
        ("bird", (1, 2), False),
        ("lamp", (3,), True),
    ]
    said = text_of(card(SOFA, "", METRICS))
    assert "Namedsofa 0.91bird ×2 0.52–0.68Missedlamp 0.44" in said


def test_without_captions_nothing_is_missed() -> None:
    said = text_of(card(replace(SOFA, captions=(), best=None, why=""), "", METRICS))
    assert "Missed" not in said
    assert "Seen" in said
    assert "There are no captions." in said


def test_an_image_that_failed_says_why() -> None:
    said = text_of(card(AnnotatedImage("a", "a.jpg", error="it is no picture"), "", METRICS))
    assert "Error: it is no picture" in said
    assert "No picture" in said


def test_boxes_have_the_size_of_the_picture_and_lie_inside() -> None:
    beyond = Detection("dog", 0.5, (600.0, 400.0, 400.0, 400.0))
    outside = Detection("cat", 0.5, (700.0, 10.0, 20.0, 20.0))
    flat = Detection("line", 0.5, (10.0, 10.0, 0.0, 20.0))
    image = replace(SOFA, objects=(beyond, outside, flat), captions=(), best=None)
    svg = overlay(image, object_groups(image))
    assert 'viewBox="0 0 640 480" preserveAspectRatio="xMidYMid meet"' in svg
    assert svg.count('class="edge"') == 1
    assert 'x="600.0" y="400.0" width="40.0" height="80.0"' in svg


@pytest.mark.parametrize("size", [(480, 320), (320, 480), (2000, 100), (9, 9)])
def test_chips_lie_in_the_picture_and_not_on_each_other(size: tuple[int, int]) -> None:
    width, height = size
    boxes = [(width * (n % 5) / 5, height * (n // 5) / 4, width / 5, height / 4) for n in range(20)]
    image = AnnotatedImage(1, "", width, height, tuple(Detection("cup", 1, box) for box in boxes))
    svg = overlay(image, object_groups(image))
    chips = [
        tuple(map(float, found))
        for found in re.findall(
            r'class="label" [^>]*><rect class="plate" x="([-\d.]+)" y="([-\d.]+)" '
            r'width="([\d.]+)" height="([\d.]+)"',
            svg,
        )
    ]
    assert chips
    for number, (left, top, wide, high) in enumerate(chips):
        assert left >= 0
        assert top >= -0.6
        assert left + wide <= width + 0.6 or left == 0
        for other in chips[:number]:
            is_apart = (
                left >= other[0] + other[2] - 0.2
                or other[0] >= left + wide - 0.2
                or top >= other[1] + other[3] - 0.2
                or other[1] >= top + high - 0.2
            )
            assert is_apart
    assert svg.count('class="label') == 20


def test_without_a_size_no_boxes_are_drawn() -> None:
    image = replace(SOFA, width=0, height=0)
    assert overlay(image, object_groups(image)) == ""


def test_nouns_inside_each_other_are_marked_once() -> None:
    nouns = (
        AnnotatedNoun("table", 9, 14, 0, "same"),
        AnnotatedNoun("coffee table", 2, 14, 1, "same"),
        AnnotatedNoun("", 0, 0, 1, "same"),
    )
    caption = AnnotatedCaption("one", "a coffee table & <b>", nouns)
    image = AnnotatedImage(1, "", objects=(Detection("table"), Detection("coffee table")))
    html = marked_text(image, caption, {0: 0, 1: 1})
    assert html.count("<span") == 1
    assert ">coffee table</span> &amp; &lt;b&gt;" in html


def test_markup_in_texts_is_only_text() -> None:
    evil = '<script>alert("a")</script>'
    caption = AnnotatedCaption(
        evil, evil, (AnnotatedNoun(evil, 0, 8, 0, evil),), ((evil, 0.5),), evil, evil
    )
    image = AnnotatedImage(
        evil, evil, 10, 10, (Detection(evil, 0.5, (1, 1, 5, 5)),), (caption,), 0, evil, evil
    )
    header = AnnotationHeader((evil,), evil, (evil,), evil)
    html = gallery_page(header, [image], {evil: f'"><{evil}'}, title=evil, command=evil)
    Markup(html).check_ids()
    assert evil not in html
    assert "alert(&quot;a&quot;)" in html


def test_linked_pictures_wait_until_they_are_seen() -> None:
    assert 'src="rooms/a%20b.jpg" alt="" loading="lazy"' in card(SOFA, "rooms/a%20b.jpg", METRICS)
    assert 'loading="eager"' in card(SOFA, "data:image/png;base64,AA==", METRICS)


def test_figures_by_captioner() -> None:
    header = replace(HEADER, captioners=("steady", "hasty", "parrot"))
    html = gallery_page(header, [SOFA], {})
    rows = re.findall(r'<tr><th scope="row" data-sort="(\w+)">.*?</tr>', html)
    assert rows[:3] == ["steady", "hasty", "parrot"]
    said = text_of(html)
    assert "By semantic-fidelity, steady has the best caption most often: for 1 of 1" in said
    assert "undefined for 1" in said
    # Two captions with three nouns; four objects of three kinds.
    assert "2captions by 3 captioners" in said
    assert "1.5nouns a caption4.0objects an image, of 3 kinds" in said


def test_pictures_that_nobody_could_look_at_are_none_without_objects() -> None:
    unseen = AnnotatedImage("bro-ken", "bro-ken.jpg", error="it is no picture")
    said = text_of(gallery_page(HEADER, [SOFA, unseen], {}))
    assert "4.0objects an image" in said


def test_5_000_images_make_a_small_page(large: Written) -> None:
    assert large.path.stat().st_size < 2_000_000


def test_every_scene_is_shown_with_its_boxes() -> None:
    given = invented()
    for image in given.images:
        html = card(image, given.pictures[image.image_id], METRICS)
        assert html.count('class="edge"') == len(image.objects)
        Markup(html)
