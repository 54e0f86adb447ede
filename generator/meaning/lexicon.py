"""The lexicon: what each word of the language means in the core.

One table a kind of word. Every word that the language can write has an entry (tests/test_meaning.py); one without is an
error where it is read, never a word that means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.meaning import core as c

_TOKENS = c.Number("tokens")
_PUPPETS = c.Number("puppets")
_ARROWS = c.Number("arrows")
_HAND = c.In("your hand")
_UNDER = c.In("under")
_ATTACKERS = c.Role("attackers")
_DEFENDERS = c.Role("defenders")
_BOTH_SIDES = c.Role("either side")

NOUNS: Mapping[str, c.Test] = {
    "Group": c.Kind(("group",)),
    "Organization": c.Kind(("organization",)),
    "Personality": c.Kind(("personality",)),
    "Place": c.Kind(("place",)),
    "Place or Organization": c.Kind(("place", "organization")),
    "Resource": c.Kind(("resource",)),
    "Illuminati": c.Kind(("illuminati",)),
    "Group or Resource": c.Kind(("group", "resource")),
    "Group or Gadget Resource": c.AnyOf((c.Kind(("group",)), c.All((c.Kind(("resource",)), c.Trait("Gadget"))))),
    "Group or Illuminati": c.Kind(("group", "illuminati")),
    "Group, Illuminati or Resource": c.Kind(("group", "illuminati", "resource")),
    "card": c.Kind(("group", "resource", "illuminati", "plot")),
    "puppet": c.HasMaster(c.ANY),
}
"""Nouns of selectors."""

_OF_GROUP_DECK = c.Kind(("group", "resource"))
CARD_WORDS: Mapping[str, c.CardWord] = {
    "Plot": c.PLOT,
    "Group card": _OF_GROUP_DECK,
    "Plot or Group card": c.ANY,
    "Group or Resource card": _OF_GROUP_DECK,
    "non-Resource Group card": c.Kind(("group",)),
    "Illuminati card": c.Kind(("illuminati",)),
    "Agents card": c.Family("agents"),
    "Goal": c.Family("goal"),
    "NWO": c.Family("nwo"),
    "Zap": c.Family("zap"),
    "Paralysis card": c.Family("paralysis"),
    "Attribute Freeze": c.Family("freeze"),
    "Disaster": c.Family("disaster"),
    "Assassination": c.Family("assassination"),
    "copy": c.Copy(),
}
"""Cards that are not in play, and Plots.

Every card belongs to one of the two decks, Illuminati cards with the Plots.
"""

_YOUR_HAND = c.Pile("you", "hand")
PILES: Mapping[str, tuple[c.Pile, ...]] = {
    "from your hand": (_YOUR_HAND,),
    "of yours": (_YOUR_HAND,),
    "of theirs": (),
    "of them": (),
    "from your hand or the top of your Group deck": (_YOUR_HAND, c.Pile("you", "group deck", "top")),
    "from your hand or the top of one of your decks": (_YOUR_HAND, c.Pile("you", "deck", "top")),
    "from your hand or the top of your Plot deck": (_YOUR_HAND, c.Pile("you", "plot deck", "top")),
    "from that deck": (c.Pile("you", "deck"),),
    "from your Plot deck": (c.Pile("you", "plot deck"),),
    "from the top of your Plot deck": (c.Pile("you", "plot deck", "top"),),
    "from the bottom of your Plot deck": (c.Pile("you", "plot deck", "bottom"),),
    "from the top of your Group deck": (c.Pile("you", "group deck", "top"),),
    "from the top of the Group deck": (c.Pile("you", "group deck", "top"),),
    "of your Plot or Group deck": (c.Pile("you", "deck", "top"),),
    "from a rival's hand": (c.Pile("that rival", "hand"),),
    "in a rival's hand": (c.Pile("that rival", "hand"),),
    "of that player": (c.Pile("that rival", "hand"),),
    "of one rival": (c.Pile("that rival", "hand"),),
    "of each rival": (c.Pile("each rival", "hand"),),
    "of any player": (c.Pile("any player", "hand"),),
    "from their hand": (c.Pile("they", "hand"),),
    "that you choose": (c.Pile("they", "hand"),),
    "chosen among them": (c.Pile("they", "found"),),
    "that you took": (c.Pile("you", "found"),),
    "from their Plot deck": (c.Pile("that rival", "plot deck"),),
    "from the top of their Plot deck": (c.Pile("that rival", "plot deck", "top"),),
    "from the top of their Group deck": (c.Pile("that rival", "group deck", "top"),),
    "from the top of a rival's Plot deck": (c.Pile("that rival", "plot deck", "top"),),
    "from the top of another rival's Plot deck": (c.Pile("another rival", "plot deck", "top"),),
    "in a rival's Group deck": (c.Pile("that rival", "group deck"),),
    "of any deck": (c.Pile("any player", "deck", "top"),),
    "of any other deck": (c.Pile("any player", "deck", "top"),),
    "of each of 2 decks": (c.Pile("any player", "deck", "top"),) * 2,
    "from the top or the bottom of any player's Plot deck": (c.Pile("any player", "plot deck", "either"),),
    "of the same type as the cost": (c.Pile("they", "type paid with"),),
    "from under this card": (c.Pile("you", "under"),),
    "from the uncontrolled area": (c.Pile("nobody", "uncontrolled"),),
    "in play": (c.Pile("every player", "table"),),
    "from any Illuminati": (c.Pile("every player", "table"),),
    "affecting your Power Structure": (c.Pile("you", "table"),),
    "that duplicate your Illuminati": (c.Pile("you", "table"),),
    "from one player": (c.Pile("any player", "table"),),
}
"""Where cards are that are not in play; those on the tops of decks come after those of the hand."""

DESTINATIONS: Mapping[str, c.Destination] = {
    "into your hand": _YOUR_HAND,
    "into its owner's hand": c.Pile("its owner", "hand"),
    "into their hand": c.Pile("they", "hand"),
    "into the hand of the player who destroyed it": c.Pile("its attacker", "hand"),
    "on top of the Plot deck they came from": c.Pile("its owner", "deck", "top"),
    "on the bottom of its owner's Plot deck": c.Pile("its owner", "deck", "bottom"),
    "on the bottom of your Group deck": c.Pile("its owner", "deck", "bottom"),
    "on the bottom of their Group deck": c.Pile("its owner", "deck", "bottom"),
    "on the bottom of the Group deck": c.Pile("its owner", "deck", "bottom"),
    "into the Group deck": c.Pile("its owner", "deck", "bottom"),
    "on top or on the bottom of your Plot deck": c.Pile("its owner", "deck", "either"),
    "back": c.Pile("its owner", "back"),
    "back into their deck": c.Pile("its owner", "back"),
    "into the hand of the target's owner": c.Pile("they", "hand"),
    "into play": c.Pile("they", "play"),
    "among your Resources": c.Pile("you", "resources"),
    "into the uncontrolled area": c.Pile("nobody", "uncontrolled"),
    "under this card": c.Pile("you", "under"),
    "under this card, hidden": c.Pile("you", "under"),
    "on any open arrow of your Power Structure": c.Arrow("yours"),
    "under another master, yours or a rival's": c.Arrow("another"),
    "on any side of its master": c.Arrow("the same"),
    "on any open arrow of its former master": c.Arrow("the former"),
    "on an open arrow of a rival of the attacking player": c.Arrow("a rival"),
    "under that Personality": c.Arrow("that Personality"),
    "in its place": c.Arrow("vacated"),
    "in the attacker's place": c.Arrow("vacated"),
}
"""Where a card is put. A deck is the one that the card belongs to."""

OWNERS: Mapping[str, c.Test] = {
    "any": c.ANY,
    "you": c.Belongs("you"),
    "rival": c.Belongs("rival"),
    "nobody": c.Belongs("nobody"),
    "one rival": c.Belongs("that rival"),
    "he": c.Belongs("that rival"),
}
"""Whose cards: `your`, `rivals'`, `uncontrolled`, `one rival's`, `his`."""

WHERE: Mapping[str, c.Test] = {
    "in play": c.In("play"),
    "from your hand": _HAND,
    "from their hand": c.In("hand"),
    "just played": c.In("just played"),
    "in play or just played by a rival": c.AnyOf((c.In("play"), c.In("just played by a rival"))),
    "from your Group deck": c.In("group deck"),
    "from your hand or Group deck": c.AnyOf((_HAND, c.In("group deck"))),
    "from your hand that duplicates one in play": c.All((_HAND, c.Duplicate())),
    "that is played as a duplicate": c.Duplicate(played=True),
    "in a Power Structure": c.Belongs("somebody"),
    "under this card": _UNDER,
    "hidden under this card": _UNDER,
    "among the destroyed": c.In("destroyed"),
    "among the killed": c.In("killed"),
    "that you destroyed": c.In("victims"),
    "with an Action token": c.Compare(_TOKENS, ">=", 1),
    "without Action tokens": c.Compare(_TOKENS, "=", 0),
    "with 2 or more Action tokens": c.Compare(_TOKENS, ">=", 2),
    "with fewer Action tokens than your Illuminati": c.Compare(_TOKENS, "<", c.Number("tokens", c.IlluminatiOf("you"))),
    "with an open arrow": c.Compare(c.Number("open arrows"), ">=", 1),
    "without puppets": c.Compare(_PUPPETS, "=", 0),
    "with as many puppets as outgoing arrows": c.All((c.Compare(_PUPPETS, ">=", _ARROWS), c.Compare(_ARROWS, ">=", 1))),
    "with a Corporate master or puppet": c.AnyOf(
        (c.HasMaster(c.All((c.Kind(("group",)), c.Trait("Corporate")))), c.HasPuppet(c.Trait("Corporate")))
    ),
    "linked to this card": c.LinkedTo(c.THIS),
    "other than the target": c.Not(c.TARGET),
    "that is not among the attackers": c.Not(_ATTACKERS),
    "sharing an alignment with the target": c.Shares(c.TARGET),
    "sharing an alignment with that Personality": c.Shares(c.Spoken("personality")),
    "sharing an alignment other than Fanatic with the affected Group": c.Shares(c.TARGET),
    ", with no alignment opposite to that Personality's": c.Not(c.Opposes(c.Spoken("personality"))),
    "with 1 alignment of your choice": c.Chosen(),
    "sharing 1 alignment of your choice with the paying Group": c.Chosen(of_payer=True),
    "on the attacking side": _ATTACKERS,
    "that spend an action to defend": _DEFENDERS,
    "on either side": _BOTH_SIDES,
    "with the least Power on the attacking side (the dice break ties)": c.Weakest(_ATTACKERS),
    "of the players on the attacking side": c.Belongs("attacking players"),
    "using its Power": c.UsesPower(),
    "that is not immune to this card": c.Not(c.ImmuneTo(c.THIS)),
    "even if they cannot be controlled or destroyed": c.Spared(("controlled", "destroyed")),
    "whose special ability mentions Relief": c.Relieves(),
    "that all players agree should count": c.Agreed(),
    "for which no arrow is left": c.Homeless(),
}
"""Where a card is, or how it stands; `as printed` is no place: it says of the traits beside it that the printed ones
are meant.
"""
AS_PRINTED = "as printed"

CARDS: Mapping[str, c.Cards] = {
    "this card": c.THIS,
    "its master": c.MasterOf(c.THIS),
    "its former master": c.FormerMasterOf(c.THIS),
    "its puppets": c.PuppetsOf(c.THIS),
    "its master and that master's puppets": c.Together((c.MasterOf(c.THIS), c.PuppetsOf(c.MasterOf(c.THIS)))),
    "this card, its master and its puppets": c.Together((c.THIS, c.MasterOf(c.THIS), c.PuppetsOf(c.THIS))),
    "this card and its puppets": c.Together((c.THIS, c.PuppetsOf(c.THIS))),
    "this card and the Groups below it": c.Together((c.THIS, c.BelowOf(c.THIS))),
    "this card and its master": c.Together((c.THIS, c.MasterOf(c.THIS))),
    "the linked card": c.LINKED,
    "either linked card": c.LINKED,
    "the noted card": c.Noted(),
    "both cards": c.Pair(),
    "both Places": c.Pair(),
    "the destroyed Group": c.Spoken("group"),
    "the target": c.TARGET,
    "that Group's master": c.MasterOf(c.TARGET),
    "the target's puppets": c.PuppetsOf(c.TARGET),
    "the attacker": c.ATTACKER,
    "that rival's Illuminati": c.IlluminatiOf("that rival"),
    "that card": c.Spoken("card"),
    "the new card": c.Spoken("card"),
    "that Group": c.Spoken("group"),
    "those Groups": c.Spoken("group"),
    "that Place": c.Spoken("place"),
    "that Personality": c.Spoken("personality"),
    "that Resource": c.Spoken("resource"),
    "that duplicate": c.Spoken("duplicate"),
    "its duplicate": c.Spoken("duplicate"),
    "every Group below that Group": c.BelowOf(c.Spoken("group")),
    "either Place": c.TwinsOf(c.LINKED),
    "the other Place": c.TwinsOf(c.LINKED),
}
"""Cards by where they stand beside the one that speaks."""
EITHER = frozenset(("either Place", "either linked card"))
"""Words after which one of the cards is enough."""

MOMENTS: Mapping[str, c.Moment] = {
    "any time": c.Anytime(),
    "while this card is in a Power Structure": c.Anytime(),
    "each time its alignments matter": c.Anytime(asked=True),
    "any time except during an attack": c.Anytime(but="attack"),
    "any time except during a privileged attack": c.Anytime(but="privileged attack"),
    "any time except while a victory is contested": c.Anytime(but="contested victory"),
    "on your turn": c.Turn("you"),
    "at the start of your turn": c.Turn("you", "start"),
    "at the start of a rival's turn": c.Turn("rival", "start"),
    "at the start of any turn": c.Turn("anybody", "start"),
    "before your draws": c.Turn("you", "draws"),
    "in your income step": c.Turn("you", "income"),
    "when you may take over a Resource": c.Turn("you", "takeover"),
    "as you place Action tokens": c.Turn("you", "tokens"),
    "on your turn after you place Action tokens": c.Turn("you", "main"),
    "at the end of your turn": c.Turn("you", "end"),
    "at the end of any turn": c.Turn("anybody", "end"),
    "during a privileged attack": c.DuringAttack(privileged=True),
    "after an attack is declared privileged": c.DuringAttack(privileged=True),
    "right after an attack roll": c.DuringAttack(rolled=True),
    "when you announce an attack": c.Just("attack announced", "you"),
    "right after any die roll": c.Just("dice rolled"),
    "right after your own die roll": c.Just("dice rolled", "you"),
    "right after a rival's die roll": c.Just("dice rolled", "rival"),
    "right after a rival's successful die roll": c.Just("dice rolled with success", "rival"),
    "right after any Plot is played": c.Just("Plot played"),
    "right after another player plays a Plot": c.Just("Plot played", "rival"),
    "right after you play a Plot": c.Just("Plot played", "you"),
    "with one of your Plots": c.Just("Plot played", "you"),
    "when a rival plays a Plot to look at your hidden Plots": c.Just("Plot played to look at yours", "rival"),
    "when a Zap is played on you": c.Just("Zap played on you"),
    "right after you place Action tokens": c.Just("tokens placed", "you"),
    "when you place Action tokens": c.Just("tokens placed", "you"),
    "when a rival places Action tokens": c.Just("tokens placed", "rival"),
    "right after you agree to a sale or trade": c.Just("deal made", "you"),
    "after another Special is played for any purpose": c.Just("Special played"),
    "when you may draw a Plot": c.Due("Plot"),
    "when you may draw a card": c.Due("card"),
    "instead of a Plot draw": c.Due("Plot", instead=True),
}
"""When an ability may be used."""

UNTIL: Mapping[str, c.Duration] = {
    "during that turn": "turn",
    "until the turn ends": "turn",
    "until the end of your turn": "your turn",
    "until the start of your next turn": "own turn",
    "until the end of your next turn": "next own turn",
    "until the end of their next turn": "their next turn",
    "until the end of that phase": "phase",
    "for that attack": "attack",
    "for this attack": "attack",
    "for that defense": "defense",
    "for one defense": "defense",
    "for one action": "action",
    "for one attack that it makes": "making",
    "for its next action": "next action",
    "for its next action or defense": "next",
    "in defense until the start of your next turn": "defending",
    "for good": "gone",
    "until they have another master": "master",
    "as long as this card is in play": "in play",
}
"""How long something holds."""
LASTS: Mapping[str, str] = {
    **{means: said.replace("your", "their") for said, means in UNTIL.items()},
    "linked": "while it is linked",
}
"""The same in words about whoever it is, with what no word says: a sentence speaks of the linked card."""

CONTROLS: Mapping[str, tuple[c.Test, bool]] = {
    "you control": (c.Belongs("you"), True),
    "you do not control": (c.Belongs("you"), False),
    "a rival controls": (c.Belongs("rival"), True),
    "that rival does not control": (c.Belongs("that rival"), False),
    "this card directly controls": (c.HasMaster(c.THIS), True),
}
"""Who controls something, and whether it is so."""

EXPOSES: Mapping[str, tuple[c.Player, bool]] = {
    "you have exposed": ("you", True),
    "they have not exposed": ("that rival", False),
}
"""Who has exposed something, and whether it is so."""

FACTS: Mapping[str, c.Condition] = {
    "the attack succeeds": c.Ends("succeeds"),
    "the attack fails": c.Ends("fails"),
    "your side wins": c.Ends("side"),
    "the attack is not privileged": c.Fails(c.Privileged()),
    "the target is yours": c.Every(c.TARGET, c.Belongs("you")),
    "the target is not in Space": c.Every(c.TARGET, c.Not(c.Trait("Space"))),
    "this card makes or aids the attack": c.It(_ATTACKERS),
    "it aids the target's defense": c.It(_DEFENDERS),
    "this card is in a Power Structure": c.It(c.Belongs("somebody")),
    "this card is uncontrolled": c.It(c.Belongs("nobody")),
    "this card has no Action token": c.Every(c.THIS, c.Compare(_TOKENS, "=", 0)),
    "your Illuminati has no Action token": c.Every(c.IlluminatiOf("you"), c.Compare(_TOKENS, "=", 0)),
    "the linked card spent its extra Action token in that attack": c.Every(c.LINKED, c.In("extra token spent")),
    "this card is not linked to a Group": c.Fails(c.Every(c.LINKED, c.Not(c.Kind(("illuminati",))))),
    "it gives Relief": c.Relieving(),
    "the attack is to remove an alignment": c.Used(),
    "the Place was destroyed": c.Fell(),
    "that Plot is a Goal": c.IsGoal(),
    "the new card cannot legally be placed there": c.Displaced(),
    "that rival has a hidden copy of the named Plot": c.HasCopy(),
    "nobody has won": c.Undecided(),
    "its master was Devastated this turn": c.Every(c.MasterOf(c.THIS), c.In("Devastated this turn")),
    "more than one player is Zapped": c.Zapped(2),
    "at least 3 players play": c.Seats(3),
    "all players have had their first turn": c.Opened(),
    "you have no Plots in your hand": c.NoPlots(),
    "the game is played on a working day before 5 p.m.": c.Fails(c.AfterHours()),
    "the game is played on a weekend, on a national holiday or after 5 p.m.": c.AfterHours(),
    "no rival controls a Secret Group with more Power": c.Unrivaled(),
}
"""Whole conditions in words."""

RIDERS: Mapping[str, c.Copies | c.Once | c.Within | c.Proviso] = {
    "only 1 copy of this card may be in play": c.Copies("game"),
    "each player may have only 1 copy of this card in play": c.Copies("player"),
    "only 1 copy for each Group": c.Copies("host"),
    "once per attack": c.Once("attack"),
    "each player can be hit by only 1 copy of this card each turn": c.Once("rival each turn"),
    "once per game against each player, and a second try has no effect": c.Once("rival"),
    "you have 10 seconds to look, keep the cards in order and show them to nobody": c.Within(10),
    "you have 30 seconds to search": c.Within(30),
    "not on an Illuminati": "no Illuminati",
    "it cannot be a Goal": "no Goal",
    "not for a killed Personality": "no killed",
    "you cannot move a puppet of a rival's Illuminati": "no rival puppet",
    "not with Assassinations or Disasters": "no Instant",
    "only as that Group takes the action": "acting",
    "if Groups pay, at least one of them must share an alignment with that Group": "like payer",
    "at most 1 token for each Group": "one token each",
    "not opposite to its own alignments": "not opposite",
    "only 1 at a time": "one at a time",
    "it is linked to this card": "bound",
    "using this card costs no action": "no action",
    "other players' Groups may pay too": "all pay",
    "the owner of the Personality that had this card chooses the next one": "host chooses",
}
"""What an ability says of its own limits."""

BY_RULE: Mapping[str, str] = {
    "as often as you like": "wdh-main-repeatable",
    "it cannot spend a second token in the same attack": "wdh-nodup-one-token",
    "the killed Personality no longer counts for the killer's Goals": "wdh-remember-destroyed-wiped",
    "each Group that interferes spends its own action": "wdh-aid-cost",
    "no other Group can interfere with this": "wdh-glos-interference",
    "even Groups that already have a token get one, but not Groups that cannot get one or were captured this turn": (
        "wdh-results-success-tokens"
    ),
    "this card then makes no separate attack": "wdh-instant-not-combined",
    "played this way, this card is not an NWO and does nothing else": "wdh-inplay-plot",
    "it stays in its Power Structure": "wdh-move-cost",
    "it stays linked": "faq-links-which-permanent",
    "that rival may look at it first": "wdh-meta-see-stolen",
    "if they have only 1, they discard it": "wdh-any-play-plot",
    "you may wait to name that rival until one tries, and your choice is final": "wdh-any-use-ability",
    "a new note replaces the old": "wdh-any-use-ability",
    "this note cannot be changed": "wdh-any-use-ability",
    "only in the turn of the discard": "wdh-disc-permanent",
    "this does not change which other Groups may aid or oppose": "wdh-aid-control-eligibility",
    "only the player who controls both may do this; the puppet leaves the game, and what was linked to it goes to the other Place; of links that cannot stay together, you choose which to discard": (  # noqa: E501
        "wdh-any-use-ability"
    ),
    "it stays exposed": "faq-exposed-stays-exposed-when-given",
    "it is played as if from your hand": "wdh-any-play-plot",
    "you may play the duplicate as if that Group had never been destroyed": "wdh-remember-destroyed-wiped",
    "for Goals it still counts as destroyed, and counts again if it is destroyed again": "dlx-card-media-campaign",
    "this does not affect Places that only this card makes Coastal": "wdh-any-use-ability",
    "the copy must be legal, paid for and used at once": "wdh-any-play-plot",
    "you may copy a Goal only if it wins at once": "wdh-win-goal-show",
    "if the copy is canceled, nobody can save it": "wdh-plot-duration-discard",
    "you choose the side of the new arrow": "wdh-arrows-placement",
    "no card can join that could not have joined before the roll": "wdh-any-use-ability",
    "if several players want to save it, the first to say so does": "wdh-meta-last-plot",
    "they pay for nothing, and come from where the cost came from; after the last card of a hand, from the deck": (
        "wdh-plot-timing-cost"
    ),
}
"""Limits that say what every table does anyway, and the statement that makes it so; they mean nothing more, and no
evaluator sees them.
"""

_RULES: Mapping[str, c.RuleName] = {
    "this card may be placed on any open side of its master, even one without an arrow": "any side",
    "any Group with an open side may attack to control this card": "open side",
    "your Groups may be placed on any side of their masters, even one without an arrow": "all on any side",
    "when you take over this card, you may place it on an open arrow of any rival": "under rivals",
    "its master must be a Personality": "under Personality",
    "this card may control only Personalities": "over Personalities",
    "any number of copies may be in play": "any copies",
    "any number of copies may be in play under different names": "any copies",
    "this card cannot be played as an Agents card": "no agents",
    "a duplicate that is played against your Groups gives no bonus": "weak agents",
    "a roll of 11 does not fail automatically": "11 is safe",
    "this card keeps any number of unspent Action tokens (Slack) for later turns": "tokens stay",
    "its alignments count for no Goal": "no alignments for Goals",
    "each rival shows you the first Plot they draw each turn": "first Plots shown",
    "its owner may use it from their hand as a Plot": "as a Plot",
    "a Group from your hand that you fail to control returns to your hand": "back to hand",
}
_OUTCOMES: Mapping[str, c.OutcomeName] = {
    "fails": "fails",
    "succeeds": "succeeds",
    "is lost": "lost",
    "is Instant": "Instant",
    "is an Assassination": "Assassination",
    "counts as Magic": "Magic",
    "is no longer privileged": "unprivileged",
    "can Devastate but not destroy": "only devastates",
    "can become neither Instant nor privileged": "never Instant or privileged",
    "has no other result": "only that",
    "keeps this strength whatever happens": "final",
}
_READINGS: Mapping[str, c.Reading] = {
    "two Fanatic alignments": "Fanatics",
    "its Fanatic alignment and its master's": "its master's Fanatic",
    "the Fanatic alignments of attacker and target": "any Fanatic",
    "all opposite alignments of the target": "opposite",
    "the alignment modifiers that hurt you": "harmful",
    "any Corporate Group": "Corporate",
    "any Government Group": "Government",
}
_PRICES: Mapping[str, c.PriceName] = {
    "this card's action": "own",
    "an Illuminati action": "Illuminati",
    "1 Slack": "Illuminati",
    "all your Illuminati's actions (at least 1)": "all Illuminati",
    "all your Illuminati's actions but one": "all Illuminati but one",
    "that Group's action": "affected",
    "an action of that Group or of its master": "target or master",
    "draw no Plots this turn": "no Plots",
    "draw no Group cards this turn": "no Groups",
    "give up your automatic takeover": "no takeover",
    "give up all draws now due from one deck": "due draws",
    "pay a real dollar to the SubGenius Foundation": "a dollar",
    "no Illuminati tokens this turn except to buy Plots": "only buys",
}
_EVENTS: Mapping[str, c.EventName] = {
    "your turn ends": "turn ends",
    "in either case your turn ends": "turn ends",
    "the attacking player's turn ends": "attacker's turn ends",
    "you take a turn before that rival": "turn before",
    "that rival may only draw cards and place Action tokens this turn": "only draws",
    "that rival draws no Plots this turn": "no Plots",
    "that rival has no automatic takeover this turn": "no takeover",
    "you may make 1 more automatic takeover": "takeover",
    "you place Action tokens": "tokens",
    "you may reorganize your Power Structure": "reorganize",
    "you put each puppet of the attacker on its arrows, into your discard pile or into your hand": ("puppets placed"),
    "only the Basic Goal can win while this card is in play": "only Basic Goal",
    "the Zap strikes the player who played it": "Zap returned",
    "you may draw it from the bottom of the deck instead of the top": "from the bottom",
    "that Place gets no Relief until after your next turn": "no Relief",
    "you need not keep your side of the deal, but the other player must keep theirs": "deal broken",
    "that Group may act this turn": "may act",
    "you name a Plot": "name Plot",
    "you make that attack now, out of turn": "attack now",
    "you stay in the game until the end of that turn": "stays",
}
_BANS: Mapping[str, tuple[c.DeedName, ...]] = {
    "attack": c.ATTACKS,
    "attack to control": ("control",),
    "destroy": ("destroy",),
    "aid": ("aid",),
    "oppose": ("oppose",),
    "aid or oppose": ("aid", "oppose"),
    "attack or aid": (*c.ATTACKS, "aid"),
    "do anything but defend": (*c.ATTACKS, "aid", "all but defense"),
    "act": (*c.ATTACKS, "aid", "oppose"),
    "interfere in": ("interfere",),
    "aid the target of": ("aid target",),
    "take control of": ("control", "take"),
    "control": ("control", "take"),
    "gain puppets": ("get puppets",),
    "get": ("be given",),
    "gain alignments": ("gain alignments",),
    "gain alignments or attributes": ("gain alignments", "gain attributes"),
    "use special abilities": ("use abilities",),
    "receive Action tokens": ("get tokens",),
    "have Action tokens": ("get tokens", "keep tokens"),
    "have Action tokens or use special abilities": ("get tokens", "keep tokens", "use abilities"),
    "draw": ("draw",),
    "play": ("play",),
    "use": ("use",),
    "win by their Special Goals": ("win",),
}
_LEAVES: Mapping[str, tuple[c.DeedName, ...]] = {
    "attack": c.ATTACKS,
    "aid": ("aid",),
    "oppose": ("oppose",),
    "aid or oppose": ("aid", "oppose"),
    "interfere in": ("interfere",),
    "aid the defense of": ("oppose",),
    "aid its side in": ("aid side",),
}
_DEEDS: Mapping[str, tuple[c.DeedName, ...]] = {
    "destroy": ("destroy",),
    "capture": ("capture",),
    "attack": ("attack",),
    "draw": ("draw",),
    "discard": ("discard",),
    "play": ("play",),
    "help destroy": ("help destroy",),
    "help to give Relief to": ("help relieve",),
    "take over": ("take over",),
    "make or aid": ("make", "aid"),
    "make": ("make",),
    "use its Power in": ("use Power",),
    "expose": ("expose",),
    "take part in": ("make", "aid", "oppose"),
    "take part in or be the target of": ("make", "aid", "oppose", "be target"),
    "roll": ("roll",),
    "take control of": ("capture", "take over"),
    "receive": ("receive",),
    "look at": ("look at",),
    "interfere in": ("interfere",),
    "aid the defense of": ("oppose",),
    "pay with": ("pay",),
}
_HARMS: Mapping[str, c.HarmName] = {
    "destroyed": "destroyed",
    "killed": "killed",
    "captured": "captured",
    "attacked to control": "captured",
    "controlled": "controlled",
    "moved": "moved",
    "stolen": "stolen",
    "unlinked": "unlinked",
    "lost": "lost",
    "returned to play": "returned",
    "exposed": "exposed",
    "Devastated": "Devastated",
    "removed": "removed",
    "revived": "revived",
    "revived once it is killed": "revived if killed",
    "taken over automatically": "taken over",
    "looked at": "looked at",
    "affected": "affected",
    "hidden": "hidden",
    "discarded": "discarded",
    "given away": "given away",
}
_HAPPENED: Mapping[str, tuple[c.Happened, ...]] = {
    "is destroyed": ("destroyed",),
    "is captured": ("captured",),
    "is attacked": ("announced",),
    "is first attacked": ("just played",),
    "is killed": ("killed",),
    "is discarded": ("discarded",),
    "is Devastated": ("Devastated",),
    "comes into play": ("enters",),
    "is linked": ("linked",),
    "comes into play by automatic takeover": ("taken automatically",),
    "is played": ("played", "taken over"),
    "is destroyed or Devastated": ("destroyed", "Devastated"),
    "is captured or destroyed": ("captured", "destroyed"),
    "is killed or destroyed": ("destroyed",),
    "is given Relief": ("given Relief",),
    "is discarded untaken": ("untaken",),
    "is lost": ("destroyed", "captured", "discarded"),
    "loses its last puppet": ("bereft",),
    "is destroyed or discarded": ("destroyed", "discarded"),
    "would be killed": ("killed",),
    "would be destroyed or Devastated": ("destroyed", "Devastated"),
    "is used in an attack on you": ("played", "acts"),
}
_USES: Mapping[str, c.Use] = {
    "at will": c.Use(),
    "once each turn": c.Use(once="turn"),
    "once on each of your turns": c.Use(once="turn"),
    "once": c.Use(once="game"),
    "play": c.Use(plays=True),
    "play once": c.Use(True, "game"),
    "play once each turn": c.Use(True, "turn"),
}
_ACTS: Mapping[str, c.ActName] = {
    "destroy": "destroy",
    "give Relief to": "relieve",
    "take control of": "capture",
    "take over": "take over",
    "move": "move",
    "revive": "revive",
    "attack": "attack",
    "attack to control": "control",
    "link this card to": "link",
    "discard from play": "discard",
    "name": "name",
    "unite": "unite",
}
_FATES: Mapping[str, c.FateName] = {
    "destroyed": "destroyed",
    "destroyed and discarded": "destroyed for none",
    "killed": "killed",
    "discarded": "discarded",
    "Devastated": "Devastated",
    "only Devastated": "Devastated",
    "lost": "lost",
    "removed from the game": "removed",
    "captured": "captured",
    "uncontrolled": "uncontrolled",
    "not destroyed": "saved",
    "no longer counted as destroyed": "uncounted",
    "exposed": "exposed",
    "unlinked": "unlinked",
    "spared the Devastation": "spared",
    "given Relief at the start of its owner's next turn": "relieved later",
}
_ROLLS: Mapping[str, c.RollChange] = {
    "the dice are rolled again": c.RollChange(again=True),
    "the dice are rolled again, with -4 to the attack": c.RollChange(again=True, by=-4),
    "raise or lower the roll by 1": c.RollChange(by=1),
    "raise or lower the roll by 2": c.RollChange(by=2),
    "compare the roll with the new strength": c.RollChange(anew=True),
}
_OWN_GOALS: Mapping[str, c.OwnGoal] = {
    own.says: own
    for own in (
        c.OwnGoal("have no puppets at the end of the turn in which a rival took your last one", "bereft"),
        c.OwnGoal(
            "eliminate a player with the same Illuminati as yours by taking their last Group", "alone of its name"
        ),
        c.OwnGoal("meet any one of up to 3 different Goals that you have in play", "one of 3"),
        c.OwnGoal("meet either of 2 Goals that you hold, but never both combined", "either of 2"),
    )
}
_TOWARD: Mapping[str, str | c.Named] = {
    "the Basic Goal": "Basic",
    "any Special Goal, but not toward the Basic Goal": "Illuminati",
    "the Special Goal of [Servants of Cthulhu]": c.Named(("Servants of Cthulhu",)),
}
_GOAL_READINGS: Mapping[str, tuple[c.GoalReading, ...]] = {
    "for no Goal": ("not in play", "not destroyed"),
    "for no Goal when it is destroyed": ("not destroyed",),
    "as not destroyed": ("not destroyed", "never destroyed"),
    "for Goals with its changed alignments": ("as changed",),
    "for Goals, once destroyed, with the alignments it has at that moment": ("as then",),
}
_QUALITIES: Mapping[str, str | tuple[str, ...]] = {
    "": "",
    "privileged": "privileged",
    "not Instant": "not Instant",
    "not Disaster": "not Disaster",
    "any": "any",
    "failed": "failed",
    "successful": "successful",
    "Instant": ("Instant",),
    "Assassination": ("Assassination",),
    "Disaster": ("Disaster",),
    "Assassination or Disaster": ("Assassination", "Disaster"),
}
_INSTANTS: Mapping[str, tuple[str, ...]] = {
    "Assassinations": ("Assassination",),
    "Disasters": ("Disaster",),
    "Assassinations and Disasters": ("Assassination", "Disaster"),
}
_STATS: Mapping[str, tuple[c.Quantity, ...]] = {
    "Power": ("Power",),
    "Transferable Power": ("Transferable Power",),
    "Global Power": ("Global Power",),
    "Resistance": ("Resistance",),
    "Income": ("Income",),
    "Power and Global Power": ("Power", "Global Power"),
    "Power and Resistance": ("Power", "Resistance"),
    "outgoing arrows": ("arrows",),
    "printed Power": ("printed Power",),
    "printed Resistance": ("printed Resistance",),
}
_SOURCES: Mapping[str, c.SourceName] = {
    "its Power": "Power",
    "its permanent Power": "permanent Power",
    "its printed Power": "printed Power",
    "its strongest puppet": "strongest puppet",
    "the Power of the captured Group": "captured",
    "your roll of 2 dice minus 2": "2 dice",
}
_THINGS: Mapping[str, c.ThingName] = {
    "card discarded": "discarded",
    "Plot discarded": "discarded",
    "card removed from the game": "removed",
    "point of its Power": "Power",
    "point of printed Power of the discarded cards": "discarded Power",
    "copy that you get": "copies",
}
_REPLACED: Mapping[str, c.ReplacedName] = {
    "the usual -4 for an opposite alignment": "opposite",
    "the usual -4 for sharing that alignment": "identical",
    "the usual modifiers for those alignments": "alignments",
}
_SIDES: Mapping[str, c.SideName] = {
    "that attack": "attack",
    "the defense against that attack": "defense",
    "the attack or the defense": "either",
    "your side": "own",
    "that player's side": "other",
}
_CANCELED: Mapping[str, c.CanceledName | c.Trait] = {
    "the Plot just played": "Plot",
    "that Disaster": "Plot",
    "that attempt": "attempt",
    "that draw": "draw",
    "all aid of Media Groups so far, and the attack itself if a Media Group makes it": c.Trait("Media"),
    "all hostile Plots just played on that Personality": "hostile Plots",
}
_BANNED: Mapping[str, c.BannedName] = {
    "that attack": "attack",
    "that Plot": "Plot",
    "any duplicate of that Plot": "duplicates",
    "Plots": "Plots",
    "Plots or Groups": "cards",
    "Assassinations or Disasters": "strikes",
    "their automatic takeover": "takeover",
}
_IMMUNE_TO: Mapping[str, c.ImmuneName] = {
    "hostile Plots": "hostile",
    "Magic Plots": "Magic",
    "duplicates of it played by rivals": "duplicates",
    "the tax of [I.R.S.]": "I.R.S.",
}
_QUANTITIES: Mapping[str, c.QuantityName] = {
    "all": "all",
    "any number of": "any",
    "half": "half",
    "the same number of": "as many",
    "that many": "that many",
    "the other": "rest",
    "all but one of": "but one",
    "several": "several",
    "as rolled": "that many",
}
_THAT: Mapping[str, c.ThatName] = {
    "that Plot": "Plot",
    "that Goal": "found",
    "the drawn card": "found",
    "the Plot just drawn": "Plot",
    "that deck": "deck",
    "any Agents card of yours that duplicates the new Illuminati": "agents",
}
_VERBS: Mapping[str, str] = {
    **{
        each: each
        for each in ("draw", "discard", "expose", "hide", "look at", "take", "play", "copy", "remove", "shuffle")
    },
    "show everyone": "show",
    "give that rival": "give",
    "search your Group deck for": "search",
    "search your Plot deck for": "search",
}
_ACTORS: Mapping[str, str | c.Cards] = {
    **{each: each for each in ("you", "a rival", "any player", "another player", "the defender")},
    "this card": c.THIS,
    "the linked card": c.LINKED,
    "its master": c.MasterOf(c.THIS),
    "the linked card's side": "its side",
}
_SHOWN: Mapping[str, c.Shown] = {
    "a 2": c.Shown((2,)),
    "an 11 or 12": c.Shown((11, 12)),
    "a natural 11 or 12": c.Shown((11, 12), natural=True),
}
_ZAPS: Mapping[str, c.ZapName] = {
    "that rival draws a Plot whenever they would draw a Group card": "Plots for Groups",
    "that rival exposes each Plot that they draw": "exposed",
    "that rival's Groups have no position bonus": "no position",
    "that rival has no automatic takeover but their Illuminati gets +10 Power in 1 attack on each of their turns": "no takeover",  # noqa: E501
}
_ZAP_RIDERS: Mapping[str, c.Seats | c.Named] = {
    "not in a two-player game": c.Seats(3),
    "[Discordian Society] is immune": c.Named(("Discordian Society",)),
}
_TOKEN_LIMITS: Mapping[str, c.TokenLimit] = {
    "but cannot spend both in one attack": "apart",
    "even when it has some left, and may spend several in one attack": "together",
    "but cannot attack to destroy in a turn in which it gets that token": "no destruction",
}
FIELDS: Mapping[str, Mapping[str, Any]] = {
    "Attacks.quality": _QUALITIES,
    "Attacks.included": _INSTANTS,
    "Bonus.included": _INSTANTS,
    "Defenses.attacks": _INSTANTS,
    **{f"{name}.stat": _STATS for name in ("StatAgainst", "StatChange", "StatSet", "StatEqual")},
    "StatEqual.source": _SOURCES,
    "Thing.what": _THINGS,
    "Bonus.replaces": _REPLACED,
    "Boost.attack": _SIDES,
    "Cancel.what": _CANCELED,
    "MayNot.what": _BANNED,
    "MayJoin.what": {"that attack": "attack"},
    "Immunity.attackers": _IMMUNE_TO,
    "Cards.quantity": _QUANTITIES,
    "That.which": _THAT,
    "Do.verb": _VERBS,
    "OnDeed.who": _ACTORS,
    "OnDeed.what": _SHOWN,
    "Zap.rule": _ZAPS,
    "Zap.rider": _ZAP_RIDERS,
    "Tokens.limit": _TOKEN_LIMITS,
    "Gain.purse": {"your Illuminati treasury": "Illuminati", "any of your treasuries": "any"},
    "Pay.purse": {"your Illuminati treasury": "Illuminati", "this card's treasury": "own"},
    "Ability.use": _USES,
    "Act.verb": _ACTS,
    "Fate.fate": _FATES,
    "ChangeRoll.change": _ROLLS,
    "OtherGoal.what": _OWN_GOALS,
    "CountsFor.goal": _TOWARD,
    "NoGoal.how": _GOAL_READINGS,
    "MayNot.deed": _BANS,
    "MayJoin.deed": _LEAVES,
    "OnDeed.deed": _DEEDS,
    "Cannot.deed": _HARMS,
    "OnCard.happens": _HAPPENED,
    "until": UNTIL,
    "Put.where": DESTINATIONS,
    "Puts.where": DESTINATIONS,
    "Cards.what": CARD_WORDS,
    "Cards.place": PILES,
    "Wager.what": CARD_WORDS,
    "Ability.timing": MOMENTS,
    "Standing.rule": _RULES,
    "Outcome.outcome": _OUTCOMES,
    "Treat.these": _READINGS,
    "Price.what": _PRICES,
    "Happens.event": _EVENTS,
    "AlignmentsOf.alignments": {
        "no alignments": c.NoAlignments(),
        "no alignments and no attributes": c.NoAlignments(attributes=True),
        "exactly the alignments of its master": c.AsMaster(),
        "exactly the alignments of its master plus Fanatic": c.AsMaster(("Fanatic",)),
    },
}
"""Of a field of any construction, or of one (`Put.where`), what its words mean."""
