"""Makes the pages of the rule sets: each clause, what it says, a case of it with its sentence and its picture.

`make docs` runs this; a test says when it is due. Everything on the pages comes from the code and the cases.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from movetray.cli.listing import SHARED, contents, why
from movetray.drawing import draw_step, focus
from movetray.engine.ruleset import Clause, RuleSet
from movetray.engine.verdict import Reason
from movetray.play.match import Match
from movetray.play.result import Result
from movetray.rulesets import installed, load_rules
from movetray.table.reader import read_situation
from movetray.table.situation import Question
from movetray.table.table import Table
from movetray.words import in_order, says, sentence, word

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rulesets"
PICTURES = ROOT / "docs" / "pictures"
BUNDLED = ROOT / "src" / "movetray" / "examples"
CASES = ROOT / "tests" / "cases"
BROKEN = "bad"
"""The folder of the cases that are no situation files on purpose."""

TEXTS = {
    "en": {
        "made": "Made by `make docs` from the rule set and its cases; change those.",
        "steps": "Steps of a turn",
        "verbs": "What may be done",
        "clauses": "Clauses",
        "options": "Options",
        "shared": "Clauses that every rule set shares",
        "option": "option | values, the default first | why",
        "verb": "verb | in the steps",
        "any": "any",
        "case": "Case",
        "seed": "¶ is the paragraph of the text that the rule set follows; + marks what comes from beyond it.",
    },
    "ru": {
        "made": "Страница сделана командой `make docs` из набора правил и его примеров; менять надо их.",
        "steps": "Шаги хода",
        "verbs": "Что можно делать",
        "clauses": "Пункты правил",
        "options": "Настройки",
        "shared": "Пункты, общие для всех наборов правил",
        "option": "настройка | значения, первое - по умолчанию | зачем",
        "verb": "действие | на шагах",
        "any": "любой",
        "case": "Пример",
        "seed": "¶ - абзац текста, которому следует набор правил; + отмечает то, чего в нём нет.",
    },
}
"""The pages' own words: nobody else says them."""


class Example(NamedTuple):
    """A case in which a clause is cited."""

    case: Path
    title: str
    before: Table
    result: Result
    reason: Reason


@cache
def examples(rules_id: str) -> Mapping[str, Example]:
    """Clause to its best example: one whose header names it; refused rather than allowed; the first by name."""
    found: dict[str, tuple[tuple[bool, bool, str], Example]] = {}
    for path in sorted(CASES.rglob("*.table.yaml")):
        if BROKEN in path.parts:
            continue
        situation = read_situation(path)
        if situation.rules != rules_id:
            continue
        named = path.read_text("utf-8").partition("\n")[0].split()
        match = Match.from_situation(situation)
        for step in situation.steps:
            before = match.table
            if isinstance(step.said, Question):
                continue
            result = match.play(step.said, step.dice)
            for reason in result.verdict.reasons:
                rank = (reason.clause not in named, reason.kind != "broken", path.name)
                if reason.clause not in found or rank < found[reason.clause][0]:
                    found[reason.clause] = rank, Example(path, situation.title, before, result, reason)
    return {clause: example for clause, (_, example) in found.items()}


def picture(example: Example, rules: RuleSet) -> str:
    """The picture of an example, cut to where it happens."""
    result = example.result
    return draw_step(
        example.before,
        result.command,
        result.verdict,
        rules=rules,
        after=result.table,
        events=result.events,
        window=focus(example.before, result.command, result.verdict, result.events),
        scale=34,
    )


def page(rules: RuleSet, lang: str) -> str:
    """The page of a rule set."""
    texts = TEXTS[lang]
    clauses, options = contents(rules.id, lang)
    shared, common = contents(SHARED, lang)
    lines = [f"# {rules.title} (`{rules.id}`)", "", f"*{texts['made']} {texts['seed']}*", ""]
    lines += [f"## {texts['steps']}", ""]
    lines += [f"{n}. {_term(step.id, lang)}" for n, step in enumerate(rules.steps, 1)]
    lines += ["", f"## {texts['verbs']}", "", f"| {texts['verb']} |", "|---|---|"]
    for kind in rules.kinds.values():
        steps = ", ".join(f"`{step.id}`" for step in rules.steps if step.id in kind.steps) or texts["any"]
        lines.append(f"| {_term(kind.verb, lang)} | {steps} |")
    lines += ["", f"## {texts['clauses']}", ""]
    for clause in clauses:
        lines += _entry(clause, rules, lang)
    lines += [f"## {texts['shared']}", ""]
    for clause in shared:
        if rules.has(clause.id):
            lines += _entry(clause, rules, lang)
    lines += [f"## {texts['options']}", "", f"| {texts['option']} |", "|---|---|---|"]
    for option in (*options, *common):
        rest = (value for value in option.values if value != option.default)
        values = [str(option.default), *rest] if option.values else [f"{option.default:g}", "…"]
        lines.append(f"| `{option.id}` | {', '.join(f'`{value}`' for value in values)} | {why(option, lang)} |")
    return "\n".join(lines) + "\n"


def _term(name: str, lang: str) -> str:
    """An id, and what it is called where that is another word."""
    called = word(name, lang)
    return f"`{name}`" if called == name.replace("-", " ") else f"`{name}` - {called}"


def _entry(clause: Clause, rules: RuleSet, lang: str) -> Iterator[str]:
    texts = TEXTS[lang]
    yield f"### `{clause.id}`"
    yield ""
    yield f"{says(clause, lang)} (¶{clause.seed})"
    yield ""
    example = examples(rules.id).get(clause.id)
    if example is None:
        return
    ruling = word(example.result.verdict.ruling, lang)
    case = example.case.relative_to(ROOT).as_posix()
    yield f"{texts['case']} [{example.title}](../../{case}): {sentence(example.reason, rules, lang)} **{ruling}**"
    yield ""
    title = f"{word(example.result.command.do, lang)}: {ruling}"
    yield f"![{title}](../pictures/{clause.id}.svg)"
    yield ""


def files() -> dict[Path, str]:
    """Every page and picture that is made, by where it belongs."""
    made: dict[Path, str] = {}
    for name in installed():
        rules = load_rules(name)
        made[PAGES / f"{name}.md"] = page(rules, "en")
        made[PAGES / f"{name}.ru.md"] = page(rules, "ru")
        for clause, example in examples(name).items():
            if in_order(example.result.verdict.reasons):
                made[PICTURES / f"{clause}.svg"] = picture(example, rules)
    for path in sorted(BUNDLED.glob("*.table.yaml")):
        made[PICTURES / f"{path.name.partition('.')[0]}.svg"] = last_step(path)
    return made


def last_step(path: Path) -> str:
    """The picture of the last command of a situation that comes along with the package."""
    situation = read_situation(path)
    match = Match.from_situation(situation)
    svg = ""
    for step in situation.steps:
        before = match.table
        if not isinstance(step.said, Question):
            result = match.play(step.said, step.dice)
            example = Example(path, situation.title, before, result, Reason("", "applied"))
            svg = picture(example, match.rules)
    return svg


def main() -> None:
    """Writes them all, and takes away pictures that nobody shows any more."""
    made = files()
    for folder in (PAGES, PICTURES):
        folder.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        if old not in made:
            old.unlink()
    for path, text in made.items():
        path.write_text(text, "utf-8")
    print(f"{len(made)} files")


if __name__ == "__main__":
    main()
