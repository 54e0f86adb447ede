// @ts-check
/**
 * The parts of the form that say what an attack is: each makes its controls once and shows a position in them. What a game does not
 * ask for has no part.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./attack-types.js").Reason} Reason
 * @typedef {import("./calculator.js").Desk} Desk
 * @typedef {import("./calculator.js").Part} Part
 * @typedef {import("./calculator.js").View} View
 * @typedef {import("./calculator-model.js").Side} Side
 * @typedef {import("./position.js").Position} Position
 */

import { cardList, cardSelect, checkbox, choice, folded, section, segmented, showItems, stepper } from "./calculator-controls.js";
import {
  besides, contribution, everyone, isAttackPlot, isLikePlace, isRivals, playedOn, sentence, sideOf, TAKING_PART, TO, withAbility, withAlignments,
  withAttacker, withAttacksMade, withCard, withDevastation, within, withLink, withMaster, withMoney, withOpponent, withOrder, withOrderMoved,
  withoutAbility, withoutCard, withPlace, withPlay, withPower, withRivalsBack, withSide, withTarget,
} from "./calculator-model.js";
import { AGAINST, helpsEither, isUsed } from "./answers.js";
import { cardPicker } from "./card-picker.js";
import { el, write } from "./dom.js";
import { PURSES } from "./evaluate.js";
import { waysToLink } from "./linking.js";
import { alignmentsIn, emptyPosition, MOST_TIMES } from "./position.js";

/** A rival's Group at this many cards from its Illuminati or more has no bonus: one choice for all. */
const FAR = 4;
const DISTANCES = [["1", "Next to them"], ["2", "1 Group away"], ["3", "2 away"], [String(FAR), "3 or more"]];
const PURSE_LABELS = {
  "attacker": "Attacker's treasury", "attacker's Illuminati": "Your Illuminati", "assisting": "Players who assist",
  "target": "Target's treasury", "target's Illuminati": "Target's Illuminati", "opposing": "Players who oppose",
};
const FOR_ATTACK = ["attacker", "attacker's Illuminati", "assisting"];
/** @type {Record<Side, string>} */
const SIDES = { you: "yours", rival: "the rival's", over: "a puppet of the target", under: "the master of the target", third: "a third player's" };
const SIDES_OF_USE = [["", "the attack"], [AGAINST, "the defense"]];

/** The parts of the form for the game at the desk, the most used first. @param {Desk} desk @returns {Part[]} */
export function formParts(desk) {
  const { asked } = desk;
  return [
    attackPart(desk), placePart(desk), helpPart(desk),
    ...(asked.opponents ? [opposePart(desk), othersPart(desk), linksPart(desk)] : []),
    ...(asked.purses.length ? [moneyPart(desk)] : []),
    playPart(desk), ...(asked.opponents ? [ordersPart(desk)] : []), changesPart(desk),
  ];
}

const firstIlluminati = (/** @type {Desk} */ { card }, /** @type {Array<string | null>} */ slugs) => (
  slugs.find((slug) => card(slug)?.kind === "illuminati") ?? ""
);
const others = (/** @type {string[]} */ slugs, /** @type {string} */ slug) => slugs.filter((other) => other !== slug);
/** Cards that are neither attacker nor target. */
const free = (/** @type {Desk} */ { position }, /** @type {Card[]} */ cards) => {
  const { attacker, target } = position();
  return cards.filter(({ slug }) => slug !== attacker && slug !== target);
};
/** Only an attack to control takes a Group from a hand. @param {import("./position.js").Position} position @param {string} kind */
const withKind = (position, kind) => ({ ...position, kind, at: kind !== "control" && position.at === "hand" ? null : position.at });
const saidBy = (/** @type {Card} */ card) => card.clauses.map(({ text }) => sentence(text)).join(" ");

// --- the attack -------------------------------------------------------------------------------------------------------

/** @returns {Part} */
function attackPart(/** @type {Desk} */ { data, asked, card, ofKind, position, change }) {
  const kind = segmented("Attack", asked.kinds.map((each) => [each, `${TO[each][0].toUpperCase()}${TO[each].slice(1)}`]), (value) => {
    change(withKind(position(), value));
  });
  const playable = ofKind(...TAKING_PART);
  const attackers = [...playable, ...data.cards.filter(isAttackPlot)];
  const struck = [...playable, ...data.cards.filter((each) => each.kind === "resource" && isLikePlace(each))];
  const attacker = cardPicker({
    label: "Attacker", choices: () => attackers, choose: (found) => {
      const changed = withAttacker(position(), found?.slug ?? "");
      if (isAttackPlot(found)) return change(withKind(changed, "destroy"));
      return change(card(changed.target)?.kind === "resource" ? withTarget(changed, "") : changed);
    },
  });
  const target = cardPicker({
    label: "Target", choices: () => (isAttackPlot(card(position().attacker)) ? struck : playable),
    choose: (found) => change(withTarget(position(), found?.slug ?? "")),
  });
  const privileged = checkbox("The attack was declared privileged", (checked) => change({ ...position(), privileged: checked }));
  return {
    element: section("The attack", kind.element, el("div", { class: "calc-pair" }, attacker.element, target.element), privileged.element),
    show({ position: shown }) {
      kind.set(shown.kind, isAttackPlot(card(shown.attacker)) ? ["destroy"] : null);
      attacker.show(card(shown.attacker));
      target.show(card(shown.target));
      privileged.set(shown.privileged);
    },
  };
}

/** @returns {Part} */
function placePart(/** @type {Desk} */ desk) {
  const { asked, card, ofKind, position, change } = desk;
  /** The position before its target became uncontrolled: what was said of the rival comes back with the rival. */
  let controlled = emptyPosition();
  const places = [["nobody", "Uncontrolled"], ["rival", "A rival's"], ["own", "Your own"]];
  if (asked.hands) places.unshift(["hand", "In your hand"]);
  const place = segmented("The target is", places, (value) => {
    const now = position();
    if (isRivals(now)) controlled = now;
    if (value === "own") return change(withPlace(now, 0));
    if (value !== "rival") return change(withPlace(now, value === "hand" ? "hand" : null));
    const bare = !now.rival.length && !now.over.length && !now.under;
    const placed = withPlace(now, Number(controlled.at) || 1);
    return change(bare ? withRivalsBack(placed, controlled) : placed);
  });
  const distance = segmented("How close to the rival's Illuminati", DISTANCES, (value) => change(withPlace(position(), Number(value))));
  const playable = ofKind(...TAKING_PART);
  const master = cardPicker({
    label: "Its master", hint: "Needed where alignments in common with it count, or a card mentions it.", choices: () => free(desk, playable),
    choose: (found) => change(withMaster(position(), found?.slug ?? "")),
  });
  const whose = cardSelect("The rival's Illuminati", ofKind("illuminati"), (slug) => {
    const now = position();
    const before = firstIlluminati(desk, now.rival);
    const freed = before ? withoutCard(now, before) : now;
    change(slug ? withCard(freed, "rival", slug) : freed);
  });
  const devastated = checkbox("The target is Devastated", (checked) => change(withDevastation(position(), position().target, checked)));
  const held = el("div", { class: "calc-pair" }, whose.element, master.element);
  return {
    element: section("Where the target is", place.element, distance.element, devastated.element, held),
    show(view) {
      const { at, target, attacker, rival, under } = view.position;
      const byRival = isRivals(view.position);
      place.set(at === null ? "nobody" : at === 0 ? "own" : byRival ? "rival" : "hand");
      distance.element.hidden = !byRival || card(target)?.kind === "resource";
      distance.set(byRival ? String(Math.min(Number(at), FAR)) : "");
      held.hidden = typeof at !== "number";
      whose.element.hidden = !byRival;
      whose.set(firstIlluminati(desk, rival), [attacker, target], false);
      master.show(card(under));
      devastated.element.hidden = !asked.devastation || card(target)?.subtype !== "place";
      devastated.set(view.position.devastated.includes(target));
    },
  };
}

/** A row that only names the card. */
function nameRow(/** @type {Desk} */ { cite }) {
  return (/** @type {Card} */ of) => ({ element: el("div", {}, cite.cardLink(of, of.name)), show() {} });
}

// --- who takes part ---------------------------------------------------------------------------------------------------

/** @returns {Part} */
function helpPart(/** @type {Desk} */ desk) {
  const { data, asked, cardsOf, ofKind, position, change } = desk;
  const transferable = data.cards.some((each) => each.transferable);
  const adds = (/** @type {Card} */ of) => (of.transferable ? `adds ${of.transferable}` : "no Transferable Power");
  const choices = ofKind(...TAKING_PART).sort((a, b) => Number(Boolean(b.transferable)) - Number(Boolean(a.transferable)));
  const helpers = cardList({
    label: "Add a helper", choices: () => free(desk, choices), cards: () => cardsOf([...new Set(position().aid)]), note: transferable ? adds : undefined,
    hint: transferable ? "Your cards with Transferable Power may help; each says why it may or can't."
      : "Each says whether and why it may help, and which of its numbers counts.",
    add: (slug) => change(withCard(position(), "aid", slug)), remove: (slug) => change(withoutCard(position(), slug)),
    row: (of) => takingPart(desk, of, "aid", transferable ? adds(of) : ""),
  });
  const more = asked.opponents ? [] : [ownCards(desk, "Your other cards")];
  return {
    element: section("Helpers", helpers.element, ...more.map((part) => part.element)),
    show(view) {
      helpers.show(view);
      for (const part of more) part.show(view);
    },
  };
}

/** @returns {Part} */
function opposePart(/** @type {Desk} */ desk) {
  const { card, cardsOf, ofKind, position, change } = desk;
  const choices = ofKind(...TAKING_PART);
  const itself = el(
    "button", { type: "button", on: { click: () => change(withOpponent(position(), position().target)) } }, "The target defends itself",
  );
  const opponents = cardList({
    label: "Add an opponent", hint: "Groups of the player who controls the target, or of third players.",
    choices: () => choices, cards: () => cardsOf(position().against.map(([slug]) => slug)),
    add: (slug) => change(withOpponent(position(), slug)), remove: (slug) => change(withoutCard(position(), slug)),
    row: (of) => takingPart(desk, of, "against", ""),
  });
  return {
    element: section("Opponents", opponents.element, itself),
    show(view) {
      const { target, against } = view.position;
      opponents.show(view);
      itself.hidden = !card(target) || against.some(([slug]) => slug === target);
    },
  };
}

/**
 * The row of a helper or opponent: whether it may take part and why, what of it counts, whose it is, and how many tokens it spends.
 * @param {Desk} desk @param {Card} of @param {"aid" | "against"} role @param {string} facts
 * @returns {Part}
 */
function takingPart(desk, of, role, facts) {
  const { data, asked, cite, position, change } = desk;
  const [name, verb] = role === "aid" ? /** @type {const} */ (["helper", "help"]) : /** @type {const} */ (["opponent", "oppose"]);
  const roles = new Map(data.requirements.map(({ id, tree }) => [id, tree.holds.role]));
  /** Whether a reason is asked of this role: a requirement may also be asked of the attacker, an immunity never only. */
  const isAsked = ({ source }) => (roles.get(source) ?? name) === name;
  const badge = el("span", { class: "calc-badge" });
  const said = el("span", { class: "calc-facts" });
  const whose = choice(`${of.name} is`, (value) => change(withSide(position(), of.slug, role, /** @type {Side} */ (value))));
  const tokens = stepper(`Action tokens of ${of.name}`, "token", (value) => change(withOpponent(position(), of.slug, Math.min(MOST_TIMES, Math.max(1, value ?? 1)))));
  const [brokenList, keptList, summary] = [el("ul", { class: "calc-reasons" }), el("ul", { class: "calc-reasons" }), el("summary")];
  /** @type {Reason[]} */
  let holding = [];
  const fill = () => { if (kept.open) cite.listReasons(keptList, holding, false); };
  const kept = el("details", { on: { toggle: fill } }, summary, keptList);
  const element = el(
    "div", {}, el("p", { class: "calc-helper" }, cite.cardLink(of, of.name), " ", badge, " ", said), brokenList,
    asked.opponents ? whose.element : null, role === "against" ? tokens.element : null, kept,
  );
  return {
    element,
    show({ position: shown, ledger }) {
      const about = ledger ? ledger.reasons.filter((reason) => reason.about === of.id && isAsked(reason)) : [];
      const broken = about.filter((reason) => !reason.ok);
      badge.hidden = !ledger;
      badge.classList.toggle("calc-no", broken.length > 0);
      badge.classList.toggle("calc-yes", broken.length === 0);
      write(badge, `${broken.length ? "cannot" : "may"} ${verb}`);
      write(said, facts || (ledger && !broken.length ? contribution(ledger, of, data.terms, name) : ""));
      cite.listReasons(brokenList, broken, false);
      brokenList.hidden = !broken.length;
      kept.hidden = about.length === broken.length;
      write(summary, broken.length ? "What does hold" : `Why it may ${verb}`);
      holding = about.filter((reason) => reason.ok);
      fill();
      whose.set(sideOf(shown, of.slug, role), sidesOf(shown, of.slug, role).map((side) => [side, SIDES[side]]));
      const spent = shown.against.find(([slug]) => slug === of.slug)?.[1] ?? 1;
      tokens.element.hidden = of.slug !== shown.target && spent === 1; // all others take part once
      tokens.set(spent);
    },
  };
}

/** The players whose a helper or opponent may be. @returns {Side[]} */
function sidesOf(/** @type {Position} */ position, /** @type {string} */ slug, /** @type {"aid" | "against"} */ role) {
  const { at, attacker, target } = position;
  if (slug === attacker || slug === target) return [];
  const own = sideOf(position, slug, role);
  const possible = at === 0 ? ["you", "over", "under", "third"] : isRivals(position) ? ["you", "rival", "over", "under", "third"] : ["you", "third"];
  return /** @type {Side[]} */ (possible.includes(own) ? possible : [...possible, own]);
}

// --- other cards ------------------------------------------------------------------------------------------------------

/** The Illuminati and the other cards of the attacker's player. @param {Desk} desk @param {string} label @returns {Part} */
function ownCards(desk, label) {
  const { asked, card, cardsOf, ofKind, position, change } = desk;
  const mine = cardSelect("Your Illuminati", ofKind("illuminati"), (slug) => {
    const now = position();
    const before = firstIlluminati(desk, [...now.aid, ...besides(now, "others")]);
    const freed = before ? withoutCard(now, before) : now;
    change(slug ? withCard(freed, "others", slug) : freed);
  });
  const choices = ofKind("group", ...(asked.opponents ? ["resource"] : []));
  const list = cardList({
    label, hint: "Some abilities count from anywhere in your Power Structure.", choices: () => free(desk, choices),
    cards: () => cardsOf(others(besides(position(), "others"), firstIlluminati(desk, [...position().aid, ...position().others]))),
    remove: (slug) => change(withoutCard(position(), slug)), row: nameRow(desk), add: (slug) => change(withCard(position(), "others", slug)),
  });
  return {
    element: el("div", { class: "calc-pair" }, mine.element, list.element),
    show(view) {
      const { attacker, target, aid } = view.position;
      list.show(view);
      const attacks = card(attacker)?.kind === "illuminati";
      mine.set(attacks ? attacker : firstIlluminati(desk, [...aid, ...view.position.others]), [attacker, target], attacks);
    },
  };
}

/** Cards of all players that only lie there. @returns {Part} */
function othersPart(/** @type {Desk} */ desk) {
  const { cardsOf, ofKind, position, change } = desk;
  const list = (/** @type {string} */ label, /** @type {"rival" | "third" | "over"} */ of, /** @type {Card[]} */ choices) => cardList({
    label, choices: () => free(desk, choices), row: nameRow(desk), remove: (slug) => change(withoutCard(position(), slug)),
    cards: () => cardsOf(of === "over" ? position().over : others(besides(position(), of), firstIlluminati(desk, position().rival))),
    add: (slug) => change(withCard(position(), of, slug)),
  });
  const held = [
    list("Puppets of the target", "over", ofKind("group")), list("The rival's other cards", "rival", ofKind("group", "resource")),
  ];
  const third = list("Cards of third players", "third", ofKind(...TAKING_PART, "resource"));
  const own = ownCards(desk, "Your other cards");
  const count = (/** @type {Position} */ shown) => (
    besides(shown, "others").length + besides(shown, "rival").length + besides(shown, "third").length + shown.over.length
  );
  return folded("Other cards in play", count, [own, {
    element: el("div", { class: "calc-pair" }, ...held.map(({ element }) => element)),
    show(view) {
      const { at, rival } = view.position;
      const [puppets, cards] = held.map(({ element }) => element);
      puppets.hidden = typeof at !== "number";
      cards.hidden = typeof at !== "number" || (at === 0 && rival.length === 0);
      for (const part of held) part.show(view);
    },
  }, third]);
}

/** The cards that something can lie on, each with its name. @returns {string[][]} */
function lyingOn(/** @type {Desk} */ { cardsOf }, /** @type {Position} */ position) {
  return cardsOf(everyone(position)).filter(({ kind }) => TAKING_PART.includes(kind)).map(({ slug, name }) => [slug, name]);
}

/** Resources and Plots that are linked to cards. @returns {Part} */
function linksPart(/** @type {Desk} */ desk) {
  const { data, cardsOf, position, change } = desk;
  const choices = data.cards.filter((each) => (
    each.kind === "resource" || (each.kind === "plot" && each.nwo === null) || (each.kind === "group" && waysToLink(each).length)
  ));
  const list = cardList({
    label: "Add a linked Resource or Plot", choices: () => (everyone(position()).length ? choices : []),
    cards: () => cardsOf(position().link.map(([slug]) => slug)), remove: (slug) => change(withoutCard(position(), slug)),
    hint: "In the order in which they were linked. Each is on a card of this attack.",
    add: (slug) => change(withLink(position(), slug, lyingOn(desk, position())[0][0])),
    row: (of) => {
      const on = choice(`${of.name} is linked to`, (value) => change(withLink(position(), of.slug, value)));
      return {
        element: el("div", {}, desk.cite.cardLink(of, of.name), on.element),
        show({ position: shown }) {
          on.set(shown.link.find(([slug]) => slug === of.slug)?.[1] ?? "", lyingOn(desk, shown));
        },
      };
    },
  });
  return folded("Linked Resources and Plots", ({ link }) => link.length, [list]);
}

// --- what was played --------------------------------------------------------------------------------------------------

/** Specials or Plots played, and agents. @returns {Part} */
function playPart(/** @type {Desk} */ desk) {
  const { data, asked, cite, cardsOf, ofKind, position, change } = desk;
  const specials = ofKind("special");
  const plots = data.cards.filter((each) => each.kind === "plot" && each.nwo === null && (!isAttackPlot(each) || isUsed(each)));
  const raises = new Set(plots.filter((each) => each.clauses.some(({ tree }) => tree?.is === "SurgePlot")));
  const tells = (/** @type {Card} */ of) => Number(raises.has(of) || isUsed(of));
  const choices = specials.length ? specials : [...plots].sort((a, b) => tells(b) - tells(a));
  const names = alignmentsIn(data.cards);
  const list = cardList({
    label: specials.length ? "Specials in effect" : "Plots played", hint: "In the order played.", choices: () => free(desk, choices),
    cards: () => cardsOf(position().play.map((item) => playedOn(item).slug)), remove: (slug) => change(withoutCard(position(), slug)),
    note: (of) => of.clauses.map(({ text }) => text).join("; "),
    add: (slug) => {
      const isRaise = raises.has(/** @type {Card} */ (desk.card(slug)));
      change(withPlay(position(), slug, isRaise ? lyingOn(desk, position())[0]?.[0] : ""));
    },
    row: (of) => {
      const forAlignment = [...within(of.clauses.map(({ tree }) => tree))].some((term) => term.is === "Chosen" && !term.of_payer);
      const on = choice(`${of.name} ${helpsEither(of) ? "helps" : "is played on"}`, (value) => change(withPlay(position(), of.slug, value)));
      const idle = el("span", { class: "calc-badge" }, "changes nothing here");
      return {
        element: el(
          "div", {}, cite.cardLink(of, of.name), " ", el("span", { class: "calc-facts" }, saidBy(of)), " ", idle,
          of.kind === "plot" ? on.element : null,
        ),
        show({ position: shown, ledger }) {
          idle.hidden = ledger === null || told(ledger) !== told(desk.explain(withoutCard(shown, of.slug)));
          const played = shown.play.map(playedOn).find(({ slug }) => slug === of.slug)?.on ?? "";
          const groups = forAlignment || names.some((name) => name.toLowerCase() === played)
            ? names.map((name) => [name.toLowerCase(), `the defender's ${name} Groups`]) : [];
          const bare = isUsed(of) && !played ? [] : [["", "no card"], ...groups, ...lyingOn(desk, shown)];
          on.set(played, helpsEither(of) ? SIDES_OF_USE : bare);
        },
      };
    },
  });
  if (!asked.opponents) return folded("Specials", ({ play }) => play.length, [list]);
  const count = (/** @type {Position} */ { play, ability, agents }) => play.length + ability.length + agents.length;
  return folded("Plots, abilities and agents", count, [list, abilitiesPart(desk), ...(asked.agents ? [agentsPart(desk)] : [])]);
}

/** What a sum comes to, to be compared. @param {import("./attack-types.js").Ledger} ledger */
function told({ lines, reasons, ways, outcomes }) {
  return JSON.stringify([lines, reasons.filter(({ ok }) => !ok), ways, outcomes]);
}

/** Abilities of cards that are used with the attack. @returns {Part} */
function abilitiesPart(/** @type {Desk} */ desk) {
  const { data, cite, cardsOf, position, change } = desk;
  const choices = data.cards.filter((each) => each.kind !== "plot" && isUsed(each));
  return cardList({
    label: "Abilities used", hint: "Abilities of cards in this attack, or of your other cards, which it adds to the attack.", choices: () => choices,
    note: (of) => of.clauses.map(({ text }) => text).join("; "), cards: () => cardsOf(position().ability.map((item) => playedOn(item).slug)),
    add: (slug) => change(withAbility(position(), slug)), remove: (slug) => change(withoutAbility(position(), slug)),
    row: (of) => {
      const side = choice(`${of.name} helps`, (value) => change(withAbility(position(), of.slug, value)));
      return {
        element: el("div", {}, cite.cardLink(of, of.name), " ", el("span", { class: "calc-facts" }, saidBy(of)), side.element),
        show({ position: { ability } }) {
          side.set(ability.map(playedOn).find(({ slug }) => slug === of.slug)?.on ?? "", helpsEither(of) ? SIDES_OF_USE : []);
        },
      };
    },
  });
}

/** Duplicates of the target played as agents. @returns {Part} */
function agentsPart(/** @type {Desk} */ { position, change }) {
  const boxes = [["for", "Agents are played for the attack"], ["against", "Agents are played against it"]].map(([side, label]) => ({
    side, ...checkbox(label, (checked) => {
      const rest = position().agents.filter((each) => each !== side);
      change({ ...position(), agents: checked ? [...rest, side].sort().reverse() : rest });
    }),
  }));
  return {
    element: el("div", { class: "calc-stack" }, ...boxes.map(({ element }) => element)),
    show({ position: shown }) {
      for (const { side, set } of boxes) set(shown.agents.includes(side));
    },
  };
}

/** New World Orders, in the order played. @returns {Part} */
function ordersPart(/** @type {Desk} */ desk) {
  const { data, cardsOf, position, change, card } = desk;
  const choices = data.cards.filter(({ nwo }) => nwo !== null);
  const list = cardList({
    label: "Add a New World Order", hint: "In the order played: one replaces another of its color.", choices: () => choices,
    note: (of) => `${of.nwo} · ${of.clauses.map(({ text }) => text).join("; ")}`,
    cards: () => cardsOf(position().nwo), add: (slug) => change(withOrder(position(), slug)),
    remove: (slug) => change(withoutCard(position(), slug)),
    row: (of) => {
      const said = el("span", { class: "calc-facts" });
      const move = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ words) => {
        const button = el("button", { "type": "button", "aria-label": `${of.name}: played ${words}`, "on": { click: () => {
          change(withOrderMoved(position(), of.slug, by));
          (button.disabled ? button.parentElement.querySelector("button:enabled") : button)?.focus();
        } } }, sign);
        return button;
      };
      const [up, down] = [move(-1, "↑", "earlier"), move(1, "↓", "later")];
      return {
        element: el(
          "div", { class: "calc-order" }, el("div", {}, desk.cite.cardLink(of, of.name), " ", said), el("div", { class: "calc-moves" }, up, down),
        ),
        show({ position: { nwo } }) {
          const at = nwo.indexOf(of.slug);
          const later = nwo.slice(at + 1).find((slug) => card(slug)?.nwo === of.nwo);
          write(said, later ? `${of.nwo}, replaced by ${card(later)?.name}` : of.nwo ?? "");
          [up.disabled, down.disabled] = [at === 0, at === nwo.length - 1];
        },
      };
    },
  });
  return folded("New World Orders", ({ nwo }) => nwo.length, [list]);
}

/** @returns {Part} */
function moneyPart(/** @type {Desk} */ { asked, position, change }) {
  const purses = PURSES.filter((purse) => asked.purses.includes(purse)).map((purse) => ({
    purse, ...stepper(PURSE_LABELS[purse], "MB", (value) => change(withMoney(position(), purse, value ?? 0))),
  }));
  const side = (/** @type {string} */ legend, /** @type {boolean} */ attack) => el(
    "fieldset", { class: "calc-side" }, el("legend", {}, legend),
    ...purses.filter(({ purse }) => FOR_ATTACK.includes(purse) === attack).map(({ element }) => element),
  );
  return {
    element: section("Money, in MB", el("div", { class: "calc-pair" }, side("For the attack", true), side("Against it", false))),
    show({ position: { spent } }) {
      for (const { purse, set } of purses) set(spent[purse] ?? 0);
    },
  };
}

// --- what has changed on the cards ------------------------------------------------------------------------------------

/** Open arrows, attacks already made, and what is no longer as printed. @returns {Part} */
function changesPart(/** @type {Desk} */ desk) {
  const { data, card, cardsOf, position, change } = desk;
  const arrows = stepper("Open arrows of the attacker", "arrow", (value) => change({ ...position(), arrows: value }));
  const names = alignmentsIn(data.cards);
  const list = el("ul", { class: "calc-turn" });
  /** @type {Map<string, Part>} */
  let rows = new Map();
  const none = el("p", { class: "calc-hint" }, "Choose an attacker and a target first.");
  const count = (/** @type {Position} */ { align, power, used, devastated, arrows: open }) => (
    align.length + power.length + used.length + devastated.length + Number(open !== null)
  );
  return folded("Changes on the cards", count, [{
    element: el("div", { class: "calc-stack" }, arrows.element, none, list),
    show(view) {
      const cards = cardsOf(everyone(view.position)).filter((of) => TAKING_PART.includes(of.kind) || isAttackPlot(of));
      rows = new Map(cards.map((of) => [of.slug, rows.get(of.slug) ?? changesRow(desk, of, names)]));
      showItems(list, [...rows.values()].map(({ element }) => element));
      for (const row of rows.values()) row.show(view);
      none.hidden = cards.length > 0;
      const { attacker } = view.position;
      arrows.element.hidden = !attacker;
      arrows.set(view.position.arrows, card(attacker)?.arrows_out.length ?? 0);
    },
  }]);
}

/** What can be changed of one card. @param {Desk} desk @param {Card} of @param {string[]} names  of all alignments @returns {Part} */
function changesRow({ data, asked, position, change }, of, names) {
  const made = stepper(`Attacks ${of.name} took part in`, "attack", (value) => change(withAttacksMade(position(), of.slug, value ?? 0)));
  const power = stepper(`Power of ${of.name} now`, "Power", (value) => (
    change(withPower(position(), of.slug, value === of.power ? null : value))
  ));
  const devastated = checkbox(`${of.name} is Devastated`, (checked) => change(withDevastation(position(), of.slug, checked)));
  /** @type {Array<{name: string, element: HTMLElement, set: (checked: boolean) => void}>} */
  let boxes = [];
  const summary = el("summary", {});
  const group = el("div", { "class": "calc-alignments", "role": "group", "aria-label": `Alignments of ${of.name}` });
  const now = () => new Map(position().align).get(of.slug) ?? of.alignments;
  const showBoxes = () => {
    if (!boxes.length) {
      boxes = names.map((name) => ({
        name, ...checkbox(name, (checked) => change(withAlignments(position(), of, names.filter((each) => (
          each === name ? checked : now().includes(each) && !(checked && data.opposites[name] === each)
        ))))),
      }));
      group.replaceChildren(...boxes.map(({ element }) => element));
    }
    for (const { name, set } of boxes) set(now().includes(name));
  };
  const alignments = el("details", { on: { toggle: () => { if (alignments.open) showBoxes(); } } }, summary, group);
  const isGroup = of.kind === "group";
  return {
    element: el(
      "li", {}, asked.attacks ? made.element : null, isGroup || isAttackPlot(of) ? power.element : null,
      asked.devastation && of.subtype === "place" ? devastated.element : null, isGroup ? alignments : null,
    ),
    show({ position: shown }) {
      made.set(new Map(shown.used).get(of.slug) ?? 0);
      power.set(new Map(shown.power).get(of.slug) ?? null, of.power ?? 0);
      devastated.set(shown.devastated.includes(of.slug));
      const changed = shown.align.some(([slug]) => slug === of.slug);
      write(summary, `${of.name} is ${now().join(", ") || "of no alignment"}${changed ? " (changed)" : ""}`);
      if (alignments.open) showBoxes();
    },
  };
}
