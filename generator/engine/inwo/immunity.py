"""Immunity to Plots and to the abilities of cards; that to attacks is part of the attack sum."""

from __future__ import annotations

from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board
from generator.engine.inwo.table import Table
from generator.engine.selecting import is_shielded, matches
from generator.engine.situation import Piece
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c

CITES = (
    "wdh-glos-immunity",
    "wdh-immune-ability",
    "faq-immune-not-affected-by-abilities",
    "faq-abilities-on-immune-rival",
    "sg-attack-illuminati-immune",
)


def immune(table: Table, card: str, speaker: str, player: str, clause: Clause | None = None) -> str | None:
    """The name of the card that makes one immune to what `speaker`, a card of this player, does to it; None for no such
    card. Nobody is immune to his own cards (`wdh-immune-not-own`), what is not in play has no immunity, and what a card
    names has no defense against it (`sg-meta-named-beats-immunity`).
    """
    owner = table.owner(card)
    named = clause is not None and any(
        isinstance(node, c.Named) and table.name(card) in node.names for node in nodes(clause.sentence)
    )
    if named or not board.in_play(table, card) or (owner is not None and owner.name == player):
        return None
    shields = _shields(table, owner.name if owner else None, speaker)
    there = (
        piece
        for piece, _, sentence, attack in shields
        if card in attack.by_id and is_shielded(sentence, attack.piece(card), piece, attack)
    )
    return next((piece.card.name for piece in there), None)


def whole_structure(table: Table, name: str, speaker: str, player: str) -> str | None:
    """What makes a player's whole Power Structure, and with it his Resources, hand, decks and discards, immune to a
    card, in words; None where nothing does (`wdh-immune-whole-structure`).
    """
    shields = _shields(table, name, speaker) if name != player else ()
    found = ((piece.card.name, text) for piece, text, sentence, _ in shields if sentence.who in (None, "you"))
    return next((f"which says: {text}" if by == table.name(speaker) else f"by {by}" for by, text in found), None)


def _shields(table: Table, name: str | None, speaker: str) -> Any:
    """The immunities of a player's cards, or of those that nobody controls, to what `speaker` is. A Plot falls under
    those alone that name Plots (`wdh-immune-not-plots`, `faq-immunity-vs-plot-powered-by-foo`). What a Resource does
    that is linked to a Group, this Group does (`wdh-rabil-linked-group-gets`).
    """
    viewer = name or table.turn.player
    attack = board.standing_attack(table, viewer)
    source = attack.by_id.get(speaker) or Piece(table.book[speaker], "rival", ())
    host = attack.by_id.get(table.links.get(speaker, "")) if table.book[speaker].kind == "resource" else None
    sources = (source, host) if host is not None and host.card.kind == "group" else (source,)
    for piece, _, clause, sentence in board.said(table, t.Immunity, viewer):
        own = piece.owner == ("you" if name else "nobody")
        if isinstance(sentence.attackers, t.Attacks) or (sentence.who in (None, "you") and not own):
            continue
        if isinstance(sentence.attackers, str):
            magic = "Magic" in source.card.attributes
            named = sentence.attackers == "hostile" or (sentence.attackers == "Magic" and magic)
            hit = (named and table.book[speaker].kind == "plot") or sentence.attackers == table.name(speaker)
        elif table.book[speaker].kind == "plot":
            hit = isinstance(sentence.attackers, c.Named) and matches(sentence.attackers, source, attack, piece)
        else:
            hit = any(
                matches(sentence.attackers, each, attack, piece) and not matches(sentence.unless, each, attack, piece)
                for each in sources
            )
        if hit:
            yield piece, clause.text, sentence, attack
