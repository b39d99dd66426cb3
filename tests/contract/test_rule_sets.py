"""What every rule set has to be, whatever its game: one value that hangs together."""

import dataclasses
import re

import pytest

from movetray.engine.command import Command
from movetray.engine.command_json import FIELDS, REST, read_command
from movetray.engine.ruleset import Clause, Option, RuleSet
from movetray.rulesets import installed, load_rules
from movetray.words import placeholders, variants
from sixth.lanterns import LANTERNS

RULE_SETS = (*installed(), LANTERNS.id)
LAPSES = frozenset({"never", "step", "turn", "round"})
WAYS_OF_SAYING = {field.name for field in dataclasses.fields(Command)} | set(REST)


@pytest.fixture(params=RULE_SETS)
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return load_rules(request.param)


def test_everything_stands_under_its_own_name(rules: RuleSet) -> None:
    assert [key for key, clause in rules.clauses.items() if clause.id != key] == []
    assert [key for key, kind in rules.kinds.items() if kind.verb != key] == []
    assert [key for key, option in rules.options.items() if option.id != key] == []
    assert [key for key, mark in rules.marks.items() if mark.id != key] == []
    assert len({step.id for step in rules.steps}) == len(rules.steps) > 0


def test_clauses_bear_the_name_of_the_game_or_the_table(rules: RuleSet) -> None:
    name = re.compile(rf"({rules.id}|table)(\.[a-z0-9]+(-[a-z0-9]+)*)+")
    assert [clause for clause in rules.clauses if not name.fullmatch(clause)] == []


def test_every_clause_states_itself_in_whole_sentences(rules: RuleSet) -> None:
    clauses = rules.clauses.values()
    assert [c.id for c in clauses if not c.says.endswith(".") or c.says[0] != c.says[0].upper()] == []
    assert [c.id for c in clauses if not c.seed] == []
    assert len({c.says for c in clauses}) == len(clauses)


def test_every_clause_has_words_for_what_it_finds(rules: RuleSet) -> None:
    for clause in rules.clauses.values():
        for refuses in (True, False):
            texts = variants(clause, refuses)
            assert texts and all(texts), clause.id
            # the last to be tried must not ask for more than those before it, or it is never said
            asked = [placeholders(text) for text in texts]
            assert not any(early <= late for n, early in enumerate(asked) for late in asked[n + 1 :]), clause.id


def test_clauses_look_at_verbs_that_exist(rules: RuleSet) -> None:
    assert [clause.id for clause in rules.clauses.values() if not clause.verbs <= set(rules.kinds)] == []


def test_every_verb_belongs_to_steps_and_clauses_that_exist(rules: RuleSet) -> None:
    steps = {step.id for step in rules.steps}
    for kind in rules.kinds.values():
        assert kind.steps <= steps, kind.verb
        assert kind.misplaced in rules.clauses, kind.verb
        assert callable(kind.resolve), kind.verb
        for need in kind.needs:
            assert set(need.split("|")) <= WAYS_OF_SAYING, (kind.verb, need)


def test_every_verb_can_be_said(rules: RuleSet) -> None:
    for verb in rules.kinds:
        assert read_command({"do": verb}).do == verb
    assert {"end-step", "undo", "pass", "agree", "disagree", "choose"} <= set(rules.kinds)


def test_what_a_verb_needs_can_be_said(rules: RuleSet) -> None:
    attributes = {attribute for attribute, _ in FIELDS.values()} | set(REST)
    for kind in rules.kinds.values():
        for need in kind.needs:
            assert set(need.split("|")) <= attributes, (kind.verb, need)


def test_every_option_has_a_choice_and_a_reason(rules: RuleSet) -> None:
    for option in rules.options.values():
        assert option.why, option.id
        if option.values:
            assert len(option.values) >= 2, option.id
            assert len(set(option.values)) == len(option.values), option.id
            assert option.default == option.values[0], f"{option.id}: the default comes first"
        else:
            assert isinstance(option.default, float), option.id


def test_every_value_of_an_option_can_be_chosen_and_no_other(rules: RuleSet) -> None:
    for option in rules.options.values():
        for value in option.values or (0.5, 2, 3.0):
            assert rules.choosing({option.id: value}).option(option.id) == value
        with pytest.raises(ValueError, match="is not one of"):
            rules.choosing({option.id: "a reading nobody has heard of"})
    with pytest.raises(ValueError, match="no option"):
        rules.choosing({"no-such-option": "on"})


def test_on_and_off_are_true_and_false(rules: RuleSet) -> None:
    for option in rules.options.values():
        if set(option.values) == {"on", "off"}:
            assert rules.choosing({option.id: True}).option(option.id) == "on"
            assert rules.choosing({option.id: False}).option(option.id) == "off"


def test_marks_lapse_when_marks_can(rules: RuleSet) -> None:
    assert {mark.id: mark.lapses for mark in rules.marks.values() if mark.lapses not in LAPSES} == {}


def test_a_house_rule_is_the_value_edited_and_leaves_the_original_alone(rules: RuleSet) -> None:
    name = next(iter(rules.clauses))
    before = dict(rules.clauses)
    without = rules.without(name)
    assert name not in without.clauses and not without.has(name)
    amended = rules.amended(name, says="Otherwise.")
    assert amended.clauses[name].says == "Otherwise."
    more = rules.with_rule(Clause("house.rule", "+", "One more.", "One more."))
    assert more.has("house.rule")
    assert rules.clauses == before
    with pytest.raises(KeyError):
        rules.without("house.rule")


def test_ids_are_not_shared_between_games() -> None:
    own = [name for rules in RULE_SETS for name in load_rules(rules).clauses if not name.startswith("table.")]
    assert len(own) == len(set(own))


def test_the_table_s_clauses_and_options_say_the_same_in_every_game() -> None:
    """Shared ones are shared: nobody words or defines them anew."""
    said: dict[str, set[str]] = {}
    options: dict[str, set[Option]] = {}
    for name in RULE_SETS:
        for clause in load_rules(name).clauses.values():
            if clause.id.startswith("table."):
                said.setdefault(clause.id, set()).add(clause.says)
        options.setdefault("support", set()).add(load_rules(name).options["support"])
    assert {name: texts for name, texts in said.items() if len(texts) > 1} == {}
    assert {name: found for name, found in options.items() if len(found) > 1} == {}
