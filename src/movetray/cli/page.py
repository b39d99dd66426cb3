"""One HTML page for a file that was played: each step's picture with its sentences beneath."""

from collections.abc import Iterable
from html import escape

from movetray.cli.situations import Played
from movetray.drawing import draw_step, draw_table
from movetray.engine.ruleset import RuleSet
from movetray.table.situation import Situation
from movetray.words import say

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "svg{max-width:100%;height:auto;border:1px solid #ddd}figure{margin:0 0 2.5rem}small{color:#555}"
)


def page(situation: Situation, rules: RuleSet, steps: Iterable[Played], lang: str) -> str:
    """The page, whole in one file."""
    figures = []
    for one in steps:
        if one.result is None:
            continue
        picture = draw_step(
            one.before,
            one.result.command,
            one.result.verdict,
            rules=rules,
            after=one.result.table,
            events=one.result.events,
            lang=lang,
            title=say("step {number:n}", lang, number=one.number),
        )
        figures.append(f"<figure>{picture}</figure>")
    if not figures:
        figures.append(f"<figure>{draw_table(situation.table, rules=rules, lang=lang)}</figure>")
    title = escape(situation.title or situation.path)
    source = f"<p><small>{escape(situation.source)}</small></p>" if situation.source else ""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n<h1>{title}</h1>\n{source}\n" + "\n".join(figures) + "\n</html>\n"
    )
