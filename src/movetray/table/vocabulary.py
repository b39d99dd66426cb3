"""The words of the format that no rule set owns alone: verbs, statuses, keywords with a meaning of their own here."""

VERBS = (
    "move",
    "end-step",
    "pass",
    "undo",
    "choose",
    "agree",
    "disagree",
    "roll",
    "suffer",
    "remove",
    "place",
    "settle",
    "end-battle",
    "shoot",
    "cast",
    "assault",
    "charge",
    "intercept",
    "run",
    "hide",
    "flee",
    "stand-up",
    "crawl",
    "advance",
    "fall-back",
    "ready",
    "overwatch",
    "retreat",
    "hold",
    "stand-and-shoot",
    "march",
    "reform",
    "swift-reform",
    "tidy",
    "stay",
    "arrive",
    "embark",
    "disembark",
    "destroy",
    "lose",
    "pile-in",
    "consolidate",
    "heroic-intervention",
)
"""Every verb of the format: one that the rule set at hand does not know is for its judge to refuse."""

STATUSES = (
    "hidden",
    "fleeing",
    "knocked-down",
    "stunned",
    "out-of-action",
    "ran",
    "charged",
    "dived",
    "readied",
    "advanced",
    "fell-back",
    "retreated",
    "destroyed",
    "marched",
    "stationary",
    "reserves",
    "strategic-reserves",
    "embarked",
    "shaken",
    "compelled",
)
"""Every status of the format."""

ELSEWHERE = ("reserves", "strategic-reserves", "destroyed", "out-of-action")
"""Statuses of models that stand nowhere."""

AIRCRAFT = "aircraft"
"""The keyword of units that have a minimum move, `stats.min`."""
