"""The sum of an attack as one table for people: what counts, and how much, in each kind of attack.

Written by hand, so that a player can read it at the table. The terms of the rules (rules/<game>/terms.yaml) say the same to the engine;
each row names those it stands for, and a test sees that none is missing and that the numbers agree.
"""

from __future__ import annotations

from dataclasses import dataclass

NOTHING = "–"


@dataclass(frozen=True)
class Row:
    """What counts, how much in each kind of attack, and the terms that say so."""

    what: str
    cells: tuple[str, ...]
    terms: tuple[str, ...]


@dataclass(frozen=True)
class AttackSum:
    """The columns of the table, its rows, and what else there is to know."""

    kinds: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


_ALIGNMENTS = (
    Row("Each identical alignment", ("+4", "−4"), ("same-alignment", "destroy-same-alignment")),
    Row("Each opposite alignment", ("−4", "+4"), ("opposite-alignment", "destroy-opposite-alignment")),
)
_HELPERS = (
    Row("Each helper with a fitting alignment", ("+Power", "+Power"), ("aid", "aid-destroy")),
    Row("Each other helper", ("+Global Power", "+Global Power"), ("aid-global", "aid-destroy-global")),
)
_FITTING = "A fitting alignment: to control, one of the target’s; to destroy, the opposite of one. "
_MASTER = Row("Each alignment the target shares with its master", ("−4", NOTHING), ("master-alignment",))
_TARGET = Row("The target", ("−Resistance", "−Power"), ("resistance", "destroy-power"))


def _wide(row: Row, cell: str = NOTHING) -> Row:
    """A row with a column more."""
    return Row(row.what, (*row.cells, cell), row.terms)


def _same(what: str, cell: str, *terms: str, kinds: int = 3) -> Row:
    """A row that is the same in each kind of attack."""
    return Row(what, (cell,) * kinds, terms)


SUMS: dict[str, AttackSum] = {
    "inwo": AttackSum(
        ("Control", "Destroy", "Instant"),
        (
            Row("The attacker", ("+Power", "+Power", "+Its Power"), ("power",)),
            *map(_wide, _ALIGNMENTS),
            *map(_wide, _HELPERS),
            _wide(_TARGET, "−Power"),
            _wide(_MASTER),
            _same("A rival’s target, directly under their Illuminati", "−10", "position-1"),
            _same("A rival’s target, 1 Group away from their Illuminati", "−5", "position-2"),
            Row("A token of the target, in its own defense", ("−2 × Power", "−2 × Power", NOTHING), ("self-defense",)),
            Row("Each opponent with an alignment of the target’s; its master, its puppets", ("−Power", "−Power", NOTHING), ("oppose",)),
            Row("Each other opponent", ("−Global Power", "−Global Power", NOTHING), ("oppose-global",)),
        ),
        f"{_FITTING}In its own defense, Power that is doubled already is tripled. Abilities and Plots add their own lines. An "
        "Instant Attack has the Power its Plot gives it; nothing else counts unless a card says so.",
    ),
    "subgenius": AttackSum(
        ("Control", "Destroy"),
        (
            _same("The attacker", "+Power", "power", kinds=2),
            *_ALIGNMENTS,
            *_HELPERS,
            _same("The target is a rival’s", "+5", "rival-church", kinds=2),
            _TARGET,
            _MASTER,
            _same("A rival’s target, directly under their Illuminati", "−10", "position-1", kinds=2),
            _same("A rival’s target, 1 Group away from their Illuminati", "−5", "position-2", kinds=2),
            _same("Each opponent with an alignment of the target’s; its master, its puppets, Illuminati", "−Power", "oppose", kinds=2),
            _same("Each other opponent", "−Global Power", "oppose-global", kinds=2),
            _same("A token of the target, in its own defense", "−Power, −permanent Power", "self-defense", kinds=2),
        ),
        f"{_FITTING}Abilities and Plots add their own lines.",
    ),
    "deluxe": AttackSum(
        ("Control", "Neutralize", "Destroy"),
        (
            _same("The attacker", "+Power", "power"),
            Row("Each identical alignment", ("+4", "+4", "−4"), ("same-alignment", "destroy-same-alignment")),
            Row("Each opposite alignment", ("−4", "−4", "+4"), ("opposite-alignment", "destroy-opposite-alignment")),
            Row("An attack to neutralize", (NOTHING, "+6", NOTHING), ("neutralize",)),
            _same("Each helper’s Transferable Power", "+Power", "aid"),
            _same("Each MB from the attacker or your Illuminati", "+1", "attack-money", "attack-illuminati-money"),
            _same("Each MB from another player, for you", "+1", "assist-money"),
            Row(
                "The target",
                ("−Resistance", "−Resistance", "−Power"),
                ("resistance", "destroy-power", "whispering-resistance"),
            ),
            _same("A rival’s target, directly under their Illuminati", "−10", "position-1"),
            _same("A rival’s target, 1 Group away from their Illuminati", "−5", "position-2"),
            _same("A rival’s target, 2 Groups away from their Illuminati", "−2", "position-3"),
            _same("Each MB from the target", "−2", "target-money"),
            _same("Each MB from its Illuminati", "−1", "illuminati-money"),
            _same("Each MB from another player, against you", "−1", "oppose-money"),
        ),
        "Whispering Campaign: an attack to destroy has Resistance against it in place of Power. Abilities and Specials add their own "
        "lines.",
    ),
}
"""The sum of an attack in each game."""
