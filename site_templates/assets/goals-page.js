// @ts-check
/**
 * The goal counter: controls around one line of text, which is also the address of the page; every change shows how the player stands with
 * each Goal. It does nothing on pages without `#goals`.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./position.js").Problem} Problem
 * @typedef {import("./goal-line.js").GoalLine} GoalLine
 * @typedef {import("./goals.js").Standing} Standing
 * @typedef {import("./goals.js").Share} Share
 * @typedef {import("./goal-line.js").Game & {citations: Record<string, {label: string, url: string | null}>, renamed: Record<string, string>}} Data
 * @typedef {{element: HTMLElement, show: (view?: any) => void}} Part
 * @typedef {ReturnType<typeof import("./calculator-sources.js").citing>} Citing
 * @typedef {{data: Data, cite: Citing, line: () => GoalLine, set: (some: Partial<GoalLine>) => void, remove: (slug: string) => void,
 *   card: (slug: string) => Card, ofKind: (...kinds: string[]) => Card[], asks: (word: string) => boolean,
 *   free: (cards: Card[]) => Card[]}} Desk
 */

import { cardList, cardSelect, checkbox, choice, section, stepper } from "./calculator-controls.js";
import { dated, readLink, sentence, toHash } from "./calculator-model.js";
import { copier, lineField, said } from "./calculator-share.js";
import { citing } from "./calculator-sources.js";
import { el, freshId } from "./dom.js";
import { followAddress, gameChoice } from "./game-choice.js";
import {
  CHOICES, choicesOf, choosesInSecret, emptyLine, FEWEST, formatGoalLine, isGoalCard, laysCards, NOBODY, OWN, placed, readGoalLine,
  withCard, withLink, withMaster, withoutCard, withPair, mastersFor,
} from "./goal-line.js";
import { killsForNoGoal, standings } from "./goals.js";
import { alignmentsIn } from "./position.js";
import { WHILE_LINKED } from "./selecting.js";

/** How long after the last change the answer is read out, in milliseconds. */
const QUIET = 400;
const FIELD = "goals-line";
const RESULT = "goals-result";
const CHOICE_WORDS = { basic: "Only the Basic Goal can win", more: "The Basic Goal needs more" };

const root = document.getElementById("goals");
if (root) start(root);

/** Show the page in `root`: the game of the address, or the first one. */
function start(/** @type {HTMLElement} */ root) {
  const { base, games, place, withData, withLine } = gameChoice(root, (game) => withData(game, (data) => lay(data, null)));
  const others = new Set(games.map(([game]) => game));
  const lay = (/** @type {Data} */ data, /** @type {string | null} */ line) => place.replaceChildren(...counter(data, base, line, others, open));
  const open = (/** @type {string} */ text) => withLine(text, (data, { line }) => lay(data, line));
  followAddress(open);
}

/**
 * The counter of one game, opened on a line of text. `elsewhere` opens a line of another game.
 * @param {Data} data
 * @param {URL} base
 * @param {string | null} text  null: on nothing
 * @param {Set<string>} games  all that the page knows
 * @param {(text: string) => void} elsewhere
 * @returns {HTMLElement[]}
 */
function counter(data, base, text, games, elsewhere) {
  const bySlug = new Map(data.cards.map((card) => [card.slug, card]));
  const cite = citing(/** @type {any} */ (data), base);
  const card = (/** @type {string} */ slug) => /** @type {Card} */ (bySlug.get(slug));
  const ofKind = (/** @type {string[]} */ ...kinds) => data.cards.filter(({ kind }) => kinds.includes(kind));
  const isResource = (/** @type {string} */ slug) => card(slug).kind === "resource";
  const [only, ...others] = ofKind("illuminati");
  const blank = () => emptyLine(data.game, others.length ? "" : only.slug);
  let line = blank();
  /** A text that could not be read, and what is wrong with it. */
  let wrong = { text: "", problems: /** @type {Problem[]} */ ([]) };

  const remember = () => {
    const url = new URL(location.href);
    url.hash = line.illuminati ? toHash(dated(formatGoalLine(line))) : "";
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };
  const set = (/** @type {Partial<GoalLine>} */ some, typing = false) => {
    line = { ...line, ...some };
    wrong = { text: "", problems: [] };
    show(typing);
    remember();
  };
  const load = (/** @type {string} */ said_, /** @type {boolean} */ typing) => {
    if (!said_) return;
    const read = readGoalLine(readLink(said_, data.renamed).line, data);
    const [game] = said_.split(" ");
    if (read.line) return set(read.line, typing);
    if (!typing && game !== data.game && games.has(game)) return elsewhere(said_);
    wrong = { text: said_, problems: read.problems };
    show(typing);
  };
  /** @type {Desk} */
  const desk = {
    data, cite, card, ofKind, set, line: () => line, asks: (word) => data.its.goals.words.includes(word),
    remove: (slug) => set(withoutCard(line, slug, isResource)),
    free: (cards) => {
      const taken = placed(line);
      return cards.filter(({ slug }) => !taken.has(slug));
    },
  };
  const answer = answerPart(desk);
  const share = sharePart(desk, { load, wrong: () => wrong, text: answer.text, reset: () => set(blank()) });
  const parts = [playerPart, structurePart, besidePart, destroyedPart, goalsPart, rivalsPart].map((make) => make(desk))
    .filter((part) => part !== null);
  const show = (typing = false) => {
    for (const part of parts) part.show();
    answer.show(wrong.problems.length > 0);
    share.show(typing);
  };
  const read = text === null ? { line: null, problems: [] } : readGoalLine(text, data);
  if (read.line) line = read.line;
  wrong = { text: read.problems.length ? text ?? "" : "", problems: read.problems };
  show();
  if (!read.problems.length) remember();
  return [
    el("div", { class: "calc-columns" },
      el("form", { "class": "calc-form", "aria-label": "What you have", "on": { submit: (/** @type {Event} */ event) => event.preventDefault() } },
        ...parts.map(({ element }) => element), share.element),
      answer.element),
    answer.dock,
  ];
}

// --- what the player has --------------------------------------------------------------------------------------------------

/** The Illuminati, and the numbers of the game. @param {Desk} desk @returns {Part} */
function playerPart({ data, line, set, ofKind, asks, card }) {
  const illuminati = ofKind("illuminati");
  const own = cardSelect("Your Illuminati", illuminati, (slug) => {
    const others = (/** @type {string[]} */ items) => items.filter((item) => item.split("+")[0] !== slug);
    const { destroyed, helped, eliminated } = line();
    const secret = slug !== "" && choosesInSecret(card(slug));
    set({
      illuminati: slug, destroyed: others(destroyed), helped: others(helped), eliminated: others(eliminated),
      written: secret ? line().written : null,
    });
  });
  const written = cardSelect(
    "The Special Goal written down", illuminati.filter((each) => !choosesInSecret(each)), (slug) => set({ written: slug || null }),
  );
  const players = stepper("Players at the beginning", "player", (value) => (
    set({ players: Math.min(data.its.goals.players, Math.max(FEWEST, value ?? FEWEST)) })
  ));
  const agreed = stepper("Basic Goal agreed before the game", "card", (value) => set({ agreed: value || null }));
  const slack = stepper("Slack", "Slack", (value) => set({ slack: value ?? 0 }));
  const money = stepper("MB in all treasuries together", "MB", (value) => set({ money: value ?? 0 }));
  const bereft = checkbox("A rival took your last Group this turn", (checked) => set({ bereft: checked }));
  const eliminated = asks("eliminated") && illuminati.length === 1
    ? checkbox("You put a player out of the game by taking their last Group", (checked) => set({ eliminated: checked ? [illuminati[0].slug] : [] }))
    : null;
  return {
    element: section(
      "You", own.element, written.element, players.element, asks("slack") ? slack.element : el("span", { hidden: true }),
      asks("money") ? money.element : el("span", { hidden: true }), agreed.element,
      ...(asks("bereft") ? [bereft.element] : []), ...(eliminated ? [eliminated.element] : []),
    ),
    show() {
      const now = line();
      own.set(now.illuminati, [], illuminati.length === 1);
      const secret = now.illuminati !== "" && choosesInSecret(card(now.illuminati)) && asks("written");
      written.element.hidden = !secret;
      written.set(now.written ?? "", [], false);
      players.set(now.players);
      agreed.set(now.agreed);
      slack.set(now.slack);
      money.set(now.money);
      bereft.set(now.bereft);
      eliminated?.set(now.eliminated.length > 0);
    },
  };
}

/** The Groups, and what has happened to them. @param {Desk} desk @returns {Part} */
function structurePart({ data, line, set, remove, ofKind, free, card, cite, asks }) {
  const groups = ofKind("group");
  const row = (/** @type {Card} */ of) => {
    const { slug } = of;
    const flag = (/** @type {"devastated" | "paralyzed"} */ word, /** @type {string} */ label) => checkbox(label, (checked) => {
      const rest = line()[word].filter((other) => other !== slug);
      set({ [word]: checked ? [...rest, slug] : rest });
    });
    const devastated = asks("devastated") && of.subtype === "place" ? flag("devastated", `${of.name} is Devastated`) : null;
    const paralyzed = asks("paralyzed") ? flag("paralyzed", `${of.name} is Paralyzed`) : null;
    const master = choice(`Master of ${of.name}`, (value) => set(withMaster(line(), slug, value)));
    const power = stepper(`Power of ${of.name} now`, "Power", (value) => set({ power: withPair(line().power, slug, value) }));
    const align = alignmentBoxes(of, data, (names) => set({ align: withPair(line().align, slug, names) }));
    const state = el("span", { class: "calc-facts" });
    return {
      element: el(
        "div", {}, cite.cardLink(of, of.name), " ", state,
        el("details", {}, el("summary", { "aria-label": `Changes on ${of.name}` }, "Changes"),
          ...(devastated ? [devastated.element] : []), ...(paralyzed ? [paralyzed.element] : []),
          ...(asks("under") ? [master.element] : []), power.element, align.element),
      ),
      show() {
        const now = line();
        devastated?.set(now.devastated.includes(slug));
        paralyzed?.set(now.paralyzed.includes(slug));
        master.set(new Map(now.under).get(slug) ?? "", [["", "your Illuminati"], ...mastersFor(now, slug).map((other) => [other, card(other).name])]);
        power.set(new Map(now.power).get(slug) ?? null, of.power ?? 0);
        align.set(new Map(now.align).get(slug) ?? of.alignments);
        const words = [
          now.devastated.includes(slug) && "Devastated", now.paralyzed.includes(slug) && "Paralyzed",
          new Map(now.under).has(slug) && `under ${card(/** @type {string} */ (new Map(now.under).get(slug))).name}`,
          new Map(now.power).has(slug) && `Power ${new Map(now.power).get(slug)}`,
          new Map(now.align).has(slug) && (new Map(now.align).get(slug)?.join(", ") || "no alignments"),
        ];
        state.textContent = words.filter(Boolean).join(" · ");
      },
    };
  };
  const list = cardList({
    label: "Add a Group you control", choices: () => free(groups), cards: () => line().groups.map(card), row, remove,
    add: (slug) => set(withCard(line(), "groups", slug)),
  });
  return { element: section("Your Power Structure", list.element), show: list.show };
}

/** Boxes for the alignments that a card has now. @param {Card} of @param {Data} data @param {(names: string[] | null) => void} choose */
function alignmentBoxes(of, data, choose) {
  const boxes = alignmentsIn(data.cards).map((name) => {
    const input = el("input", { type: "checkbox", id: freshId("alignment"), on: { change: () => {
      const names = boxes.filter((box) => box.input.checked).map((box) => box.name);
      const printed = names.length === of.alignments.length && names.every((each) => of.alignments.includes(each));
      choose(printed ? null : names);
    } } });
    return { name, input };
  });
  return {
    element: el(
      "div", { "class": "calc-alignments", "role": "group", "aria-label": `Alignments of ${of.name} now` },
      ...boxes.map(({ name, input }) => el("span", { class: "calc-check" }, input, el("label", { for: input.id }, name))),
    ),
    set: (/** @type {string[]} */ names) => { for (const { name, input } of boxes) input.checked = names.includes(name); },
  };
}

/** Resources, and cards linked to others. @param {Desk} desk @returns {Part | null} */
function besidePart({ line, set, remove, ofKind, free, card, cite, asks }) {
  if (!asks("resources")) return null;
  const lying = [...ofKind("resource"), ...ofKind("plot").filter((each) => each.nwo === null && !isGoalCard(each) && lies(each))];
  const hosts = () => {
    const now = line();
    const groups = [...now.groups, ...now.rivals.filter((slug) => card(slug).kind === "group")];
    return [...(now.illuminati ? [now.illuminati] : []), ...groups];
  };
  const row = (/** @type {Card} */ of) => {
    const on = choice(`${of.name} is linked to`, (value) => set(withLink(line(), of.slug, value)));
    return {
      element: el("div", {}, cite.cardLink(of, of.name), on.element),
      show() {
        const options = hosts().filter((slug) => of.kind === "plot" || slug !== line().illuminati).map((slug) => [slug, card(slug).name]);
        on.set(new Map(line().link).get(of.slug) ?? "", of.kind === "resource" ? [["", "your Illuminati"], ...options] : options);
      },
    };
  };
  const list = cardList({
    label: "Add a Resource or a linked Plot", hint: "A Plot is linked to a card: add that card first.", remove, row,
    choices: () => free(lying).filter(({ kind }) => kind === "resource" || hosts().length > 0),
    cards: () => [...line().resources, ...line().link.map(([slug]) => slug)].map(card),
    add: (slug) => set(withLink(line(), slug, card(slug).kind === "resource" ? "" : hosts()[1] ?? hosts()[0])),
  });
  return { element: section("Resources and linked cards", list.element), show: list.show };
}

/** Whether a Plot can lie linked to a card. @param {Card} card */
function lies(card) {
  return card.clauses.some(({ tree }) => tree && (
    ["Links", "PowerPlot", "ConversionPlot"].includes(tree.is) || tree.effects?.some((/** @type {import("./attack-types.js").Tree} */ { is, verb, until }) => until === WHILE_LINKED || (is === "Act" && verb === "link"))
  ));
}

/** What the player is credited with. @param {Desk} desk @returns {Part} */
function destroyedPart({ data, line, set, remove, ofKind, free, card, cite, asks }) {
  const several = ofKind("illuminati").length > 1;
  const dead = ofKind(...data.its.goals.victims);
  const named = new Set(data.cards.flatMap((each) => each.clauses).flatMap(({ tree }) => (
    tree?.is === "GoalCard" && tree.test.unless?.is === "Named" ? tree.test.unless.names : []
  )));
  const plots = data.cards.filter((each) => each.kind === "plot" && (named.has(each.name) || killsForNoGoal(each)));
  const row = (/** @type {Card} */ of) => {
    const parts = () => line().destroyed.find((item) => item.split("+")[0] === of.slug)?.split("+").slice(1) ?? [];
    const write = (/** @type {string} */ owner, /** @type {string} */ plot) => (
      set(withCard(line(), "destroyed", [of.slug, owner, plot].filter(Boolean).join("+")))
    );
    const ownerNow = () => parts().find((each) => [OWN, NOBODY].includes(each)) ?? "";
    const plotNow = () => parts().find((each) => ![OWN, NOBODY].includes(each)) ?? "";
    const owner = choice(`${of.name} was`, (value) => write(value, plotNow()));
    const plot = choice(`${of.name} fell to`, (value) => write(ownerNow(), value));
    return {
      element: el("div", {}, cite.cardLink(of, of.name), ...(asks("destroyed") && laysCards(data.its) ? [owner.element, plot.element] : [])),
      show() {
        owner.set(ownerNow(), [["", "a rival's"], [OWN, "your own"], [NOBODY, "uncontrolled"]]);
        const others = plots.some(({ slug }) => slug === plotNow()) || !plotNow() ? plots : [...plots, card(plotNow())];
        plot.set(plotNow(), [["", "anything else"], ...others.map(({ slug, name }) => [slug, name])]);
      },
    };
  };
  const plain = (/** @type {Card} */ of) => ({ element: el("div", {}, cite.cardLink(of, of.name)), show() {} });
  const destroyed = cardList({
    label: "Add a card that you destroyed", choices: () => free(dead), remove, row,
    cards: () => line().destroyed.map((item) => card(item.split("+")[0])),
    add: (slug) => set(withCard(line(), "destroyed", slug)),
  });
  const helped = cardList({
    label: "Add an Illuminati that you helped to destroy", choices: () => free(ofKind("illuminati")), remove, row: plain,
    cards: () => line().helped.map(card), add: (slug) => set(withCard(line(), "helped", slug)),
  });
  const eliminated = cardList({
    label: "Add an Illuminati that you eliminated", hint: "By taking its last Group.", row: plain,
    choices: () => ofKind("illuminati").filter(({ slug }) => slug !== line().illuminati && !line().eliminated.includes(slug)),
    remove: (slug) => set({ eliminated: line().eliminated.filter((each) => each !== slug) }),
    cards: () => line().eliminated.map(card), add: (slug) => set({ eliminated: [...line().eliminated, slug] }),
  });
  const lists = [destroyed, ...(asks("helped") ? [helped] : []), ...(asks("eliminated") && several ? [eliminated] : [])];
  return {
    element: section("Destroyed", ...lists.map(({ element }) => element)),
    show: () => { for (const list of lists) list.show(/** @type {any} */ (null)); },
  };
}

/** Goal cards, and New World Orders that change Goals. @param {Desk} desk @returns {Part | null} */
function goalsPart({ line, set, remove, ofKind, free, card, cite, asks }) {
  if (!asks("goals")) return null;
  const clauses = (/** @type {Card} */ of) => of.clauses.map(({ text }) => text).join("; ");
  const goals = cardList({
    label: "Add a Goal card in your hand", choices: () => free(ofKind("plot").filter(isGoalCard)), note: clauses, remove,
    cards: () => line().goals.map(card), add: (slug) => set(withCard(line(), "goals", slug)),
    row: (of) => ({ element: el("div", {}, cite.cardLink(of, of.name)), show() {} }),
  });
  const orders = cardList({
    label: "Add a New World Order in play", note: clauses, remove,
    hint: "In the order played. A later one replaces an earlier one of the same color. All cards here count as in play when it came.",
    choices: () => free(ofKind("plot").filter(({ nwo }) => nwo !== null)), cards: () => line().nwo.map((item) => card(item.split("+")[0])),
    add: (slug) => set(withCard(line(), "nwo", choicesOf(card(slug)) ? `${slug}+${CHOICES[1]}` : slug)),
    row: (of) => {
      const chosen = choice(`${of.name}: its player chose`, (value) => set(withCard(line(), "nwo", `${of.slug}+${value}`)));
      return {
        element: el("div", {}, cite.cardLink(of, of.name), ...(choicesOf(of) ? [chosen.element] : [])),
        show() {
          const now = line().nwo.find((item) => item.split("+")[0] === of.slug)?.split("+")[1] ?? "";
          chosen.set(now, Object.entries(CHOICE_WORDS));
        },
      };
    },
  });
  const lists = [goals, ...(asks("nwo") ? [orders] : [])];
  return {
    element: section(asks("nwo") ? "Goal cards and New World Orders" : "Goal cards", ...lists.map(({ element }) => element)),
    show: () => { for (const list of lists) list.show(/** @type {any} */ (null)); },
  };
}

/** What rivals control. @param {Desk} desk @returns {Part | null} */
function rivalsPart({ line, set, remove, ofKind, free, card, cite, asks }) {
  if (!asks("rivals")) return null;
  const list = cardList({
    label: "Add a card of a rival", hint: "Needed where a Goal looks at other players' Groups, or one of their cards changes yours.", remove,
    choices: () => free(ofKind("group", "resource")), cards: () => line().rivals.map(card), add: (slug) => set(withCard(line(), "rivals", slug)),
    row: (of) => ({ element: el("div", {}, cite.cardLink(of, of.name)), show() {} }),
  });
  return { element: section("Rivals", list.element), show: list.show };
}

// --- the line as text -----------------------------------------------------------------------------------------------------

/**
 * @param {Desk} desk
 * @param {{load: (text: string, typing: boolean) => void, wrong: () => {text: string, problems: Problem[]}, text: () => string,
 *   reset: () => void}} about
 * @returns {{element: HTMLElement, show: (typing: boolean) => void}}
 */
function sharePart({ line }, { load, wrong, text, reset }) {
  const { field, problems } = lineField(FIELD, load);
  const { copied, byHand, copy } = copier();
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => el("button", { type: "button", on: { click: act } }, label);
  const needsLine = [
    button("Copy link", () => copy(location.href, "the link")), button("Copy as text", () => copy(text(), "the count")),
    button("Print", () => window.print()),
  ];
  return {
    element: section(
      "Share", el("label", { class: "calc-label", for: FIELD }, "All of it in one line"),
      el("p", { class: "calc-hint", id: `${FIELD}-hint` }, "The same line as in the link and on the command line. Paste another one here."),
      field, problems, el("div", { class: "calc-buttons" }, ...needsLine, button("Reset", reset)), copied, byHand,
    ),
    show(typing) {
      const { text: unread, problems: found } = wrong();
      const bad = found.length > 0;
      field.setAttribute("aria-invalid", String(bad));
      problems.hidden = !bad;
      problems.replaceChildren(...(bad ? said(unread, found, "one about Goals") : []));
      for (const each of needsLine) each.disabled = !line().illuminati;
      if (!typing) field.value = bad ? unread : line().illuminati ? formatGoalLine(line()) : "";
    },
  };
}

// --- the answer -----------------------------------------------------------------------------------------------------------

/** @param {Desk} desk */
function answerPart({ data, cite, line, asks }) {
  const byId = new Map(data.cards.map((card) => [card.id, card]));
  const nameOf = (/** @type {string} */ id) => byId.get(id)?.name ?? id;
  const called = (/** @type {Standing} */ { goal }) => ({ basic: "Basic Goal", special: "Special Goal" }[goal] ?? nameOf(goal));
  const tally = (/** @type {Standing} */ { ok, counts }) => {
    const [first] = counts;
    return counts.length === 1 && /^[A-Z][A-Za-z ]*$/.test(first.what) ? `${first.have} of ${first.need}` : ok ? "Met" : "Not met";
  };
  /** What is missing; where nothing is, whether it wins: what bars it is said apart. */
  const lacking = (/** @type {Standing} */ { ok, bar, counts }) => {
    const missing = counts.map((count) => count.missing).filter(Boolean).join(" and ");
    return missing ? `missing: ${missing}` : ok && !bar ? "met" : "cannot win";
  };
  /** All about a Goal, on one line. */
  const summary = (/** @type {Standing} */ standing) => (
    `${called(standing)}: ${tally(standing)}, ${lacking(standing)}${standing.bar ? ` (${standing.bar})` : ""}`
  );
  const answer = el("div", { class: "calc-goals" });
  const spoken = el("p", { class: "calc-spoken", role: "status" });
  const element = el("section", { "class": "calc-result", "id": RESULT, "tabindex": -1, "aria-label": "Result" }, answer, spoken);
  const dock = el("a", { class: "calc-dock", href: `#${RESULT}`, on: {
    click: (/** @type {Event} */ event) => {
      event.preventDefault();
      element.scrollIntoView();
      element.focus();
    },
  } });
  /** The tables that the reader closed. @type {Set<string>} */
  const closed = new Set();
  /** @type {Standing[]} */
  let found = [];
  let speaking = 0;
  const say = (/** @type {string} */ words) => {
    clearTimeout(speaking);
    speaking = window.setTimeout(() => { if (spoken.textContent !== words) spoken.textContent = words; }, QUIET);
  };

  const row = (/** @type {Share} */ { card, amount, why, by, cites }) => {
    const [of, speaker] = [byId.get(card), by && by !== card ? byId.get(by) : null];
    return el(
      "tr", { "data-card": of?.slug ?? card, "data-amount": String(amount) }, el("td", { class: "calc-amount" }, String(amount)),
      el("td", {}, el("span", { class: "calc-line" }, of ? cite.cardLink(of, of.name) : card), " ",
        el("span", { class: "calc-facts" }, ...(speaker ? [cite.cardLink(speaker, speaker.name), ": "] : []), sentence(why)), " ",
        cite.sourceLinks(cites)),
    );
  };
  const table = (/** @type {Standing} */ standing, /** @type {import("./goals.js").Count} */ count) => {
    const steps = count.steps.slice(1).map(({ amount, why, by, cites }) => {
      const speaker = byId.get(by ?? "");
      return el("tr", { "data-step": speaker?.slug ?? "" },
        el("td", { class: "calc-amount" }, `${amount < 0 ? "−" : "+"}${Math.abs(amount)}`),
        el("td", {}, el("span", { class: "calc-line" }, "Asked besides: ", speaker ? cite.cardLink(speaker, speaker.name) : ""), " ",
          el("span", { class: "calc-facts" }, sentence(why)), " ", cite.sourceLinks(cites)));
    });
    return el(
      "table", { class: "calc-sum" }, el("caption", { class: "calc-spoken" }, `${called(standing)}, card by card`),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Counts"), el("th", { scope: "col" }, "Card and why"))),
      el("tbody", {}, ...count.shares.map(row), ...steps),
      el("tfoot", {}, el("tr", {}, el("td", { class: "calc-amount" }, String(count.have)), el("td", {}, `of ${count.need} ${count.what}`))),
    );
  };
  const goalBox = (/** @type {Standing} */ standing, /** @type {number} */ at) => {
    const key = `${standing.goal} ${at}`;
    const details = el(
      "details", { open: !closed.has(key), on: { toggle: () => { if (details.open) closed.delete(key); else closed.add(key); } } },
      el("summary", {}, "Card by card"), ...standing.counts.map((count) => table(standing, count)),
    );
    const cards = standing.counts.some(({ shares, steps }) => shares.length || steps.length > 1);
    const own = byId.get(standing.goal);
    return el(
      "div", { "class": "calc-answer", "data-goal": own?.slug ?? standing.goal, "data-ok": String(standing.ok && !standing.bar) },
      el("h2", { class: "calc-heading" }, own ? cite.cardLink(own, own.name) : called(standing)),
      el("p", { class: "calc-big" }, el("strong", {}, tally(standing)), " ", el("span", { class: "calc-missing" }, lacking(standing))),
      el("p", { class: "calc-strength" }, sentence(standing.text), " ", cite.sourceLinks(standing.cites)),
      standing.bar ? el("p", { class: "calc-illegal" }, sentence(standing.bar)) : null, cards ? details : null,
    );
  };
  return {
    element, dock,
    /** The whole count as text, for a chat. */
    text: () => [
      ...found.flatMap((standing) => [
        summary(standing),
        ...standing.counts.flatMap(({ shares }) => shares.map(({ card, amount, why, cites }) => (
          `  ${amount}  ${nameOf(card)}: ${why}${cites.length ? ` (${cite.sources(cites)})` : ""}`
        ))),
      ]), location.href,
    ].join("\n"),
    /** @param {boolean} unread  whether a line could not be read */
    show(unread) {
      found = line().illuminati ? standings(line(), data) : [];
      dock.hidden = !found.length;
      if (!found.length) {
        answer.replaceChildren(el("p", { class: "calc-empty" }, unread
          ? "The line in this link can't be read; what is wrong with it is shown below it. Or choose your Illuminati."
          : "Choose your Illuminati: how you stand with each Goal appears here."));
        say("");
        return;
      }
      const secret = asks("written") && choosesInSecret(/** @type {Card} */ (data.cards.find(({ slug }) => slug === line().illuminati)));
      answer.replaceChildren(...found.map(goalBox), ...(secret && !line().written
        ? [el("p", { class: "calc-empty" }, "Choose the Special Goal that was written down, to count it too.")] : []));
      const wins = (/** @type {Standing} */ { ok, bar }) => Number(ok && !bar);
      const first = found.toSorted((a, b) => wins(b) - wins(a)).slice(0, 2);
      dock.replaceChildren(...first.flatMap((standing) => [
        el("span", { class: "calc-dock-goal" },
          el("span", { class: "calc-dock-name" }, called(standing)), " ", el("strong", {}, tally(standing))), " ",
      ]), el("span", { class: "calc-dock-go" }, "Card by card"));
      say(found.map((standing) => `${summary(standing)}.`).join(" "));
    },
  };
}
