"""Metric specs: printed, parsed, refused."""

import pytest

from cutline.core.errors import UsageError
from cutline.core.spec import format_spec, parse_spec, parse_specs


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("bleu", "bleu-4"),
        ("bleu-2", "bleu-2"),
        ("bleu(n=2)", "bleu-2"),
        (" bleu-3 ( constants = none ) ", "bleu-3(constants=none)"),
        ("rouge", "rouge-1"),
        ("rouge-2", "rouge-2"),
        ("rouge-l(beta=1.2)", "rouge-l"),
        ("cider-d(sigma=6)", "cider-d"),
        ("cider-d(sigma=3, n=2)", "cider-d(n=2,sigma=3.0)"),
        ('cider-d(df="my file, new.jsonl")', 'cider-d(df="my file, new.jsonl")'),
        ("cider(df=coco-val.p)", "cider(df=coco-val.p)"),
    ],
)
def test_what_is_printed_can_be_typed(typed: str, printed: str) -> None:
    metric = parse_spec(typed)
    assert str(metric) == printed
    assert parse_spec(printed) == metric
    assert parse_spec(format_spec(metric, full=True)) == metric


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("blue-4", "did you mean bleu"),
        ("cidre-d", "did you mean cider-d"),
        ("bleu-9", "n is 1, 2, 3 or 4, not 9"),
        ("rouge-l(beta=-1)", "beta is a number above 0, not -1.0"),
        ("rouge-l(beta=nan)", "beta is a number above 0, not nan"),
        ("rouge-l(beta=wide)", "beta is a number, not 'wide'"),
        ("rouge-l(betta=2)", "no setting 'betta' (did you mean beta?)"),
        ("rouge-l(pick=both)", "pick is one of separately, together, not 'both'"),
        ("cider-d(6)", "expected setting=value, found '6'"),
        ("bleu(n=2.5)", "n is a whole number, not '2.5'"),
        ("CIDEr!", "is not a metric"),
        ("rouge-s(distance=0)", "distance is a whole number from 1 on, not 0"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(typed: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_spec(typed)
    assert message in str(caught.value)


def test_lists_and_sets_expand_in_order_without_repeats() -> None:
    assert [str(m) for m in parse_specs("coco")] == [
        *("bleu-1", "bleu-2", "bleu-3", "bleu-4", "meteor", "rouge-l", "cider-d"),
    ]
    assert [str(m) for m in parse_specs("cider-d(n=2,sigma=3),bleu-all,bleu-1")] == [
        *("cider-d(n=2,sigma=3.0)", "bleu-1", "bleu-2", "bleu-3", "bleu-4"),
    ]
    assert [str(m) for m in parse_specs(["rouge-l", parse_spec("bleu-1")])] == ["rouge-l", "bleu-1"]
    with pytest.raises(UsageError, match="no metric was given"):
        parse_specs(" , ")
