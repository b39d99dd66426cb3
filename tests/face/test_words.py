"""What a reason reads like: numbers that never look legal when they are not, names, words, forms that count."""

import pytest

from movetray.engine.ruleset import Clause, RuleSet
from movetray.engine.verdict import Reason, Verdict
from movetray.words import language, says, sentence, verdict_lines

FAR = Clause("house.far", "+", "A walk is at most 8 inches.", "{model} goes {measured}; allowed are {allowed}.")
TESTS = Clause("house.tests", "+", "Tests.", "{model} takes one test|{model} takes {count} tests")
ANYWHERE = Clause("house.where", "+", "Nobody stops there.", "{model} stops in {piece} at {at}, {going} ground.")
HIDES = Clause(
    "house.hides",
    "+",
    "Hide.",
    ("{other} sees {model}.", "Nothing hides {model}."),
    applied="{model} hides behind {piece}.",
)
RULES = RuleSet("house", "House", (), {}, {c.id: c for c in (FAR, TESTS, ANYWHERE, HIDES)})


def far(measured: float, allowed: float, lang: str = "en") -> str:
    return sentence(Reason("house.far", "broken", "a", facts={"measured": measured, "allowed": allowed}), RULES, lang)


def test_inches_have_their_mark_and_no_trailing_zeros() -> None:
    assert far(8.25, 8.0) == "a".join(("“", "”")) + ' goes 8.25"; allowed are 8".'


def test_russian_writes_a_decimal_comma() -> None:
    assert '8,25"' in far(8.25, 8, "ru")


@pytest.mark.parametrize(
    ("measured", "allowed", "first", "second"),
    [
        (8.004, 8, '8.004"', '8"'),
        (8.0007, 8, '8.001"', '8"'),
        (7.996, 8, '7.996"', '8"'),
        (0.9992, 1.0, '0.999"', '1"'),
        (8.2549, 8, '8.25"', '8"'),
        (3.335, 3.3301, '3.335"', '3.33"'),
    ],
)
def test_a_number_over_its_limit_never_reads_like_the_limit(
    measured: float, allowed: float, first: str, second: str
) -> None:
    assert far(measured, allowed) == f"“a” goes {first}; allowed are {second}."


def test_a_number_that_is_the_limit_within_the_tolerance_reads_like_it() -> None:
    assert far(8.0005, 8) == '“a” goes 8"; allowed are 8".'


@pytest.mark.parametrize(("count", "text"), [(1, "“a” takes one test"), (3, "“a” takes 3 tests")])
def test_a_count_chooses_the_form(count: int, text: str) -> None:
    assert sentence(Reason("house.tests", "applied", "a", facts={"count": count}), RULES) == text


def test_names_are_quoted_words_of_the_games_are_not() -> None:
    facts = {"piece": "bog", "going": "very-difficult"}
    reason = Reason("house.where", "broken", "a", at=(1.5, 2.0, 0.0), facts=facts)
    assert sentence(reason, RULES) == "“a” stops in “bog” at (1.5, 2), very difficult ground."


def test_a_place_above_the_table_shows_its_height() -> None:
    reason = Reason("house.where", "broken", "a", at=(1.5, 2, 4), facts={"piece": "bog", "going": "open"})
    assert "(1.5, 2, 4)" in sentence(reason, RULES)


def test_a_missing_fact_still_reads_as_a_sentence() -> None:
    reason = Reason("house.far", "broken", "a", facts={"measured": 9.0})
    assert sentence(reason, RULES) == 'A walk is at most 8 inches. (model “a”; measured 9")'


def test_the_facts_choose_the_message() -> None:
    assert sentence(Reason("house.hides", "broken", "a", facts={"other": "e"}), RULES) == "“e” sees “a”."
    assert sentence(Reason("house.hides", "broken", "a"), RULES) == "Nothing hides “a”."


def test_what_was_allowed_reads_otherwise_than_what_was_refused() -> None:
    reason = Reason("house.hides", "applied", "a", facts={"piece": "low wall"})
    assert sentence(reason, RULES) == "“a” hides behind “low wall”."


def test_a_clause_that_is_gone_is_named() -> None:
    assert sentence(Reason("house.gone", "broken", "a"), RULES) == "house.gone (model “a”)"


def test_a_verdict_lists_what_weighs_against_it_first() -> None:
    reasons = (
        Reason("house.tests", "applied", "a", facts={"count": 2}),
        Reason("house.far", "broken", "a", facts={"measured": 9.0, "allowed": 8.0}),
    )
    assert verdict_lines(Verdict("illegal", "move", reasons), RULES) == [
        "illegal",
        'house.far: “a” goes 9"; allowed are 8".',
        "house.tests: “a” takes 2 tests",
    ]


def test_a_clause_without_a_translation_is_said_in_english() -> None:
    assert says(FAR, "ru") == FAR.says


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "MOVETRAY_LANG": "en"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C", "LC_ALL": "ru_RU"}, "ru"),
    ],
)
def test_the_language_is_that_of_the_environment(environ: dict[str, str], wanted: str) -> None:
    assert language(None, environ) == wanted


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="there are en, ru"):
        language("de")
