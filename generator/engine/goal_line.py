"""What one player has toward the Goals of a game, in one line of text, the same in links and commands:

    inwo goal the-network players=4 groups=phone-company,n-s-a,texas devastated=texas goals=power-for-its-own-sake

First the game, the word goal, and the player's Illuminati; then any of these, in any order:

    players=N             players at the beginning of the game (4 where the line does not say)
    groups=a,b            Groups that the player controls
    under=a+b             the master of a Group, puppet+master; the others are directly under the Illuminati
    resources=a,b         Resources that lie beside the Illuminati
    link=a+b              Resources and Plots, each with the card that it is linked to, in the order played
    devastated=a,b        Places that are Devastated
    paralyzed=a,b         Groups that are paralyzed
    destroyed=a,b+own     Groups (in INWO Illuminati too) whose destruction the player is credited with; a+own: it was
                          his own, a+nobody: nobody controlled it, a+p: the Plot p did it. Else it was a rival's
    helped=a,b            rival Illuminati that the player helped to destroy
    eliminated=a,b        Illuminati of players whom this player put out of the game by taking their last Group
    bereft                a rival took the player's last Group this turn
    goals=a,b             Goal cards in the player's hand
    nwo=a,b+c             New World Orders, in the order played; with what its player chose (basic or more) where a card
                          lets him choose. What one does to the cards in play when it comes it does to all cards of the
                          line
    rivals=a,b            Groups and Resources of rivals
    slack=N               Slack on the Illuminati
    money=N               MB in all treasuries together
    written=a             the Illuminati whose Special Goal was chosen in secret
    align=a:weird+violent the alignments that a card has now
    power=a:7             the Power that a card has now in place of the printed one, before what the line names changes
                          it
    agreed=N              another number for the Basic Goal, agreed before the game

A game has the words that its Goals can ask about (`goals` in its game.yaml). What comes of a line the game's hooks
say (`generator.engine.games`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.line import LineReader, split
from generator.engine.reading import Game
from generator.engine.ruleset import Ruleset
from generator.engine.structure import Placement, Structure
from generator.language import tree as t
from generator.structs import replace

ORDER = (
    "players",
    "groups",
    "under",
    "resources",
    "link",
    "devastated",
    "paralyzed",
    "destroyed",
    "helped",
    "eliminated",
    "bereft",
    "goals",
    "nwo",
    "rivals",
    "slack",
    "money",
    "written",
    "align",
    "power",
    "agreed",
)
PLAYERS, FEWEST = 4, 2
OWN, NOBODY = "own", "nobody"
CHOICES = ("basic", "more")
YOU, RIVAL = "You", "Rivals"


class GoalLine(Struct, frozen=True):
    """A line as written, in slugs. An item of `destroyed` or `nwo` may have `+` and more behind it."""

    game: str
    illuminati: str
    players: int = PLAYERS
    groups: tuple[str, ...] = ()
    under: tuple[tuple[str, str], ...] = ()
    resources: tuple[str, ...] = ()
    link: tuple[tuple[str, str], ...] = ()
    devastated: tuple[str, ...] = ()
    paralyzed: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    bereft: bool = False
    goals: tuple[str, ...] = ()
    nwo: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    slack: int = 0
    money: int = 0
    written: str | None = None
    align: tuple[tuple[str, tuple[str, ...]], ...] = ()
    power: tuple[tuple[str, int], ...] = ()
    agreed: int | None = None

    def __str__(self) -> str:
        """The canonical line; reading it gives an equal one."""
        values = {
            "players": str(self.players),
            "bereft": "",
            "slack": str(self.slack or ""),
            "money": str(self.money or ""),
            "written": self.written or "",
            "agreed": "" if self.agreed is None else str(self.agreed),
            "align": ",".join(f"{slug}:{'+'.join(names).lower()}" for slug, names in self.align),
            "power": ",".join(f"{slug}:{value}" for slug, value in self.power),
            **{key: ",".join(f"{slug}+{to}" for slug, to in getattr(self, key)) for key in ("under", "link")},
            **{
                key: ",".join(getattr(self, key))
                for key in (
                    "groups",
                    "resources",
                    "devastated",
                    "paralyzed",
                    "destroyed",
                    "helped",
                    "eliminated",
                    "goals",
                    "nwo",
                    "rivals",
                )
            },
        }
        words = [
            f"{key}={values[key]}" if values[key] else "bereft" if key == "bereft" and self.bereft else ""
            for key in ORDER
        ]
        return " ".join([self.game, "goal", self.illuminati, *filter(None, words)])


def read_goal_line(text: str, cards: Iterable[Card], rulesets: Iterable[Ruleset]) -> GoalLine:
    """What a line describes, every name checked against `cards`, its words against what the games say.

    Raises LineError with all problems.
    """
    reader = _Reader(text, list(cards), {})
    reader.rulesets = {each.game: each for each in rulesets if each.of_goals("words")}
    line = reader.read()
    reader.raise_problems()
    return line


# --- a line as a table: what the tables of all games have in common ---------------------------------------------------


def cards_of(line: GoalLine, game: Game) -> tuple[dict[str, Card], dict[str, str]]:
    """The cards by id as they are now, and the ids by slug."""
    ids = {card.slug: card.id for card in game.book.values() if card.game == line.game}
    book = dict(game.book)
    for slug, names in line.align:
        book[ids[slug]] = replace(book[ids[slug]], alignments=names)
    for slug, value in line.power:
        book[ids[slug]] = replace(book[ids[slug]], power=value, variable_power=False)
    return book, ids


def structure_of(book: Mapping[str, Card], root: str, groups: Iterable[str], under: Mapping[str, str]) -> Structure:
    """A Power Structure of which the line tells who is under whom, and not how the cards lie."""
    placed = {root: Placement(None, None, 0, 0, 0)}
    placed.update({card: Placement(under.get(card, root), "right", 0, 9 * at, 0) for at, card in enumerate(groups, 1)})
    return Structure(book, root, MappingProxyType(placed))


def choices_of(card: Card) -> list[tuple[int, tuple[t.Happens, t.NeedsFor]]]:
    """What a New World Order lets its player choose about the Goals: number of the clause, and the two effects, `basic`
    and `more`.
    """
    return [
        (number, (effect.first[0], effect.second[0]))
        for number, clause in enumerate(card.clauses, 1)
        if isinstance(clause.sentence, t.Ability)
        for effect in clause.sentence.effects
        if isinstance(effect, t.EitherEffect)
        and isinstance(effect.first[0], t.Happens)
        and isinstance(effect.second[0], t.NeedsFor)
    ]


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reader(LineReader):
    """Reads a line about Goals."""

    rulesets: Mapping[str, Ruleset]
    """The games that have Goals to count, by id."""

    @property
    def its(self) -> Ruleset:
        """What the game of the line says; nothing of an unknown one."""
        return self.rulesets.get(self.game, Ruleset())

    def read(self) -> GoalLine:
        """The line; worth nothing where there are problems."""
        words = list(self._words())
        if len(words) < 3:
            self._short("a line about Goals begins with the game, the word goal and your Illuminati")
            return GoalLine("", "")
        (game_at, game), (goal_at, goal), (own_at, own), *rest = words
        games = sorted({card.game for card in self.cards if card.game in self.rulesets})
        if game not in games:
            self._problem(game_at, "unknown-game", f"no game {game!r}", game, games)
        self.game = game
        self.known = {card.slug: card for card in self.cards if card.game == game}
        if goal != "goal":
            self._problem(goal_at, "unknown-kind", f"the second word is goal, not {goal!r}", goal, ("goal",))
        self._card(own_at, own, ("illuminati",))
        values = self._values(
            rest,
            {
                "players": lambda column, value: self._players(column, value),
                "groups": self._of("group"),
                "under": self._puppets,
                "resources": self._of("resource"),
                "link": self._linked,
                "devastated": self._places,
                "paralyzed": self._of("group"),
                "destroyed": lambda column, value: self._destroyed(column, value, self.its.of_goals("victims")),
                "helped": self._of("illuminati"),
                "eliminated": self._of("illuminati"),
                "goals": self._goal_cards,
                "nwo": self._chosen_orders,
                "rivals": self._of("group", "resource"),
                "slack": self._number,
                "money": self._number,
                "written": self._written,
                "align": self._align,
                "power": self._power,
                "agreed": self._agreed,
            },
            ORDER,
            "bereft",
        )
        self._fits(values, own)
        return GoalLine(game, own, **{key: value for key, value in values.items() if value is not None})

    def _is_asked(self, column: int, key: str) -> bool:
        asked = key not in ORDER or key in (self.its.of_goals("words") or ORDER)
        if not asked:
            known = (
                ": name these Illuminati in destroyed="
                if key == "eliminated" and "illuminati" in self.its.of_goals("victims")
                else ": no Goal asks for it"
            )
            self._problem(column, "not-counted", f"{key} doesn't count in {self.game}{known}")
        return asked

    def _of(self, *kinds: str) -> Callable[[int, str], tuple[str, ...]]:
        return lambda column, value: self._cards(column, value, kinds)

    def _players(self, column: int, value: str) -> int | None:
        number, most = self._number(column, value), self.its.most_players
        if number is None or not most or FEWEST <= number <= most:
            return number
        self._problem(column, "bad-number", f"{FEWEST} to {most} players begin a game, not {number}")
        return None

    def _agreed(self, column: int, value: str) -> int | None:
        number = self._number(column, value)
        if number == 0:
            self._problem(column, "bad-number", "the Basic Goal asks for 1 card or more")
        return number

    def _puppets(self, column: int, value: str) -> tuple[tuple[str, str], ...]:
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, _, to = item.partition("+")
            known = self._card(at, slug, ("group",))
            if self._card(at + len(slug) + 1, to, ("group",)) and known:
                if slug in found:
                    self._problem(at, "card-twice", f"{slug} comes twice")
                found[slug] = to
                seen = {slug}
                while to in found and to not in seen:
                    seen.add(to)
                    to = found[to]
                if to in seen:
                    self._problem(at, "under-itself", f"{slug} would be under itself")
                    del found[slug]
        return tuple(found.items())

    def _goal_cards(self, column: int, value: str) -> tuple[str, ...]:
        found = self._cards(column, value, ("plot",))
        for at, slug in split(column, value):
            if slug in found and not is_goal_card(self.known[slug]):
                self._problem(at, "wrong-kind-of-card", f"{self.known[slug].name} is not a Goal card")
        return found

    def _destroyed(self, column: int, value: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, *rest = item.split("+")
            if not self._card(at, slug, kinds):
                continue
            if slug in found:
                self._problem(at, "card-twice", f"{slug} comes twice")
                continue
            behind = at + len(slug) + 1
            owners = [each for each in rest if each in (OWN, NOBODY)]
            plots = []
            for each in rest:
                if each not in owners and self._card(behind, each, ("plot",)):
                    plots.append(each)
                behind += len(each) + 1
            found[slug] = "+".join([slug, *owners[:1], *plots[:1]])
            if len(owners) > 1 or len(plots) > 1:
                self._problem(at, "card-twice", f"{slug} can be destroyed in only one way")
        return tuple(found.values())

    def _chosen_orders(self, column: int, value: str) -> tuple[str, ...]:
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, plus, choice = item.partition("+")
            if not self._card(at, slug, ("plot",)):
                continue
            card = self.known[slug]
            if slug in found:
                self._problem(at, "card-twice", f"{slug} comes twice")
            elif card.nwo is None:
                self._problem(at, "wrong-kind-of-card", f"{card.name} is not a New World Order")
            elif bool(choices_of(card)) != bool(plus) or (plus and choice not in CHOICES):
                words = (
                    f"write {slug}+{CHOICES[0]} or {slug}+{CHOICES[1]}"
                    if choices_of(card)
                    else f"{slug} offers no choice"
                )
                self._problem(at + len(slug), "bad-choice", words, choice, CHOICES if choices_of(card) else ())
            else:
                found[slug] = item
        return tuple(found.values())

    def _written(self, column: int, value: str) -> str | None:
        return value if self._card(column, value, ("illuminati",)) else None

    def _fits(self, values: Mapping[str, Any], own: str) -> None:
        """Each card stands in one place, and what is said of a card is said of one that is there."""
        place: dict[str, str] = {own: "the Illuminati"}
        here: tuple[str, ...] = ("groups", "resources", "link", "destroyed", "helped", "goals", "nwo", "rivals")
        if self.its.illuminati_once:
            here = (*here, "eliminated")
        for key in here:
            for item in values.get(key) or ():
                slug = item[0] if isinstance(item, tuple) else item.partition("+")[0]
                if slug in place:
                    self._problem(self._where(key, slug), "card-twice", f"{slug} is both {place[slug]} and {key}")
                place.setdefault(slug, key)
        lies = {slug for slug, key in place.items() if key in ("groups", "rivals", "the Illuminati")}
        said = [
            *((key, slug) for key in ("devastated", "paralyzed") for slug in values.get(key) or () if slug not in lies),
            *(("link", on) for _, on in values.get("link") or () if on not in lies),
            *(("under", slug) for pair in values.get("under") or () for slug in pair if place.get(slug) != "groups"),
            *((key, slug) for key in ("align", "power") for slug, _ in values.get(key) or () if slug not in place),
        ]
        for key, slug in said:
            if slug in self.known:
                self._problem(self._where(key, slug), "not-there", f"no other word puts {slug} in play")
        written = values.get("written")
        if written and own in self.known and not chooses_in_secret(self.known[own]):
            self._problem(
                self._where("written", written), "not-counted", f"{self.known[own].name} has its own Special Goal"
            )
        elif written and chooses_in_secret(self.known[written]):
            self._problem(
                self._where("written", written),
                "wrong-kind-of-card",
                f"{self.known[written].name} doesn't have its own Special Goal",
            )

    def _where(self, key: str, slug: str) -> int:
        """The column at which a word names a card."""
        start = next((column for column, word in self._words() if word.startswith(f"{key}=")), 1)
        word = next(word for column, word in self._words() if column == start)
        for at, item in split(start + len(key) + 1, word[len(key) + 1 :]):
            for column, part in _parts(at, item):
                if part == slug:
                    return column
        return start


def _parts(column: int, item: str) -> Iterable[tuple[int, str]]:
    for part in item.replace(":", "+").split("+"):
        yield column, part
        column += len(part) + 1


def is_goal_card(card: Card) -> bool:
    """Whether a Plot belongs to the Goal cards of a hand: one, or a Plot that lets a player hold more of them."""
    return card.subtype == "goal" or any(clause.sentence.goals for clause in card.sentences(t.HandLimit))


def chooses_in_secret(card: Card) -> bool:
    """Whether an Illuminati has the Special Goal of another, chosen in secret (`dlx-goal-ufos`)."""
    return any(isinstance(clause.sentence.test, t.SecretChoice) for clause in card.sentences(t.SpecialGoal))
