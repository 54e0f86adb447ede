// @ts-check
/**
 * The attack calculator: controls around one position. Every change makes a new position, and `render` shows it in all
 * controls, in the sum and in the address of the page. It does nothing on pages without `#calculator`.
 *
 * @typedef {import("./evaluate.js").Attack} Attack
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./evaluate.js").Ledger} Ledger
 * @typedef {import("./evaluate.js").Reason} Reason
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./position.js").Problem} Problem
 * @typedef {import("./evaluate.js").Rules & {cards: Card[],
 *   citations: Record<string, {label: string, url: string | null}>}} Data
 * @typedef {{position: Position, attack: Attack | null, ledger: Ledger | null}} View  no attack without attacker and target
 * @typedef {{element: HTMLElement, show: (view: View) => void}} Part
 */

import { answerParts, answerWords } from "./calculator-answer.js";
import { cardList, cardSelect, section, segmented, showItems, stepper } from "./calculator-controls.js";
import {
  everyone, fromHash, pasted, rulingYaml, sentence, sumText, TO, toHash, withAlignments, withAttacker, withAttacksMade, withCard,
  withMoney, withoutCard, withPlace, withTarget,
} from "./calculator-model.js";
import { citing } from "./calculator-sources.js";
import { cardPicker } from "./card-picker.js";
import { el, freshId } from "./dom.js";
import { explain, PURSES } from "./evaluate.js";
import { alignmentsIn, attackOf, emptyPosition, formatPosition, KINDS, readPosition } from "./position.js";

/** How long after the last change the sum is read out, in milliseconds: not at every letter of a number. */
const QUIET = 400;
/** A rival's Group at this many cards from its Illuminati or more has no bonus: one choice for all. */
const FAR = 4;
const PLACES = [["nobody", "Uncontrolled"], ["rival", "A rival's"], ["own", "Your own"]];
const DISTANCES = [["1", "Next to them"], ["2", "1 Group away"], ["3", "2 away"], [String(FAR), "3 or more"]];
const PURSE_LABELS = {
  "attacker": "Attacker's treasury", "attacker's Illuminati": "Your Illuminati", "assisting": "Players who assist",
  "target": "Target's treasury", "target's Illuminati": "Target's Illuminati", "opposing": "Players who oppose",
};
const FOR_ATTACK = ["attacker", "attacker's Illuminati", "assisting"];

const root = document.getElementById("calculator");
if (root) start(root);

async function start(/** @type {HTMLElement} */ root) {
  const base = new URL(root.dataset.base || "./", document.baseURI);
  try {
    const answer = await fetch(new URL(`data/${root.dataset.game}.json`, base));
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    calculator(root, await answer.json(), base);
  } catch (error) {
    root.replaceChildren(el(
      "p", { class: "calc-problem", role: "alert" },
      `The calculator could not load its cards (${error instanceof Error ? error.message : error}). Load the page again.`,
    ));
  }
}

/** Build the calculator in `root`. @param {HTMLElement} root @param {Data} data @param {URL} base  the root of the site */
function calculator(root, data, base) {
  const bySlug = new Map(data.cards.map((card) => [card.slug, card]));
  const ofKind = (/** @type {string[]} */ ...kinds) => data.cards.filter((card) => kinds.includes(card.kind));
  const [playable, groups] = [ofKind("group", "illuminati"), ofKind("group")];
  const [illuminati, specials] = [ofKind("illuminati"), ofKind("special")];
  const card = (/** @type {string | null} */ slug) => bySlug.get(slug ?? "") ?? null;
  const cardsOf = (/** @type {string[]} */ slugs) => slugs.map((slug) => /** @type {Card} */ (card(slug)));

  let position = emptyPosition(data.game, KINDS[0]);
  /** The position before its target became uncontrolled: what was said of the rival comes back with the rival. */
  let controlled = position;

  const cite = citing(data, base);
  /** Show another position; what is wrong with a line of text no longer matters then. */
  const change = (/** @type {Position} */ changed) => {
    position = changed;
    showProblems("", []);
    render();
    remember();
  };

  const remove = (/** @type {string} */ slug) => change(withoutCard(position, slug));
  const nameOnly = (/** @type {Card} */ of, /** @type {View} */ _, /** @type {HTMLElement} */ into) => (
    into.replaceChildren(cite.cardLink(of, of.name))
  );
  const besides = (/** @type {string[]} */ slugs, /** @type {string} */ slug) => slugs.filter((other) => other !== slug);
  const firstIlluminati = (/** @type {Array<string | null>} */ slugs) => (
    slugs.find((slug) => card(slug)?.kind === "illuminati") ?? ""
  );

  // --- the parts of the form ------------------------------------------------------------------------------------------

  /** @returns {Part} */
  const attackPart = () => {
    const kind = segmented("Attack", KINDS.map((each) => [each, `${TO[each][0].toUpperCase()}${TO[each].slice(1)}`]), (value) => {
      change({ ...position, kind: value });
    });
    const attacker = cardPicker({
      label: "Attacker", choices: () => playable, choose: (found) => change(withAttacker(position, found?.slug ?? "")),
    });
    const target = cardPicker({
      label: "Target", choices: () => playable, choose: (found) => change(withTarget(position, found?.slug ?? "")),
    });
    return {
      element: section("The attack", kind.element, el("div", { class: "calc-pair" }, attacker.element, target.element)),
      show() {
        kind.set(position.kind);
        attacker.show(card(position.attacker));
        target.show(card(position.target));
      },
    };
  };

  /** @returns {Part} */
  const placePart = () => {
    const place = segmented("The target is", PLACES, (value) => {
      if (value === "nobody") {
        if (position.at) controlled = position;
        change(withPlace(position, null));
      } else if (value === "own") {
        change(withPlace(position, 0));
      } else {
        const elsewhere = new Set(everyone(position));
        const { at, rival, under } = controlled;
        const back = { rival: rival.filter((slug) => !elsewhere.has(slug)), under: elsewhere.has(under ?? "") ? null : under };
        change({ ...withPlace(position, at || 1), ...(position.rival.length || position.under ? {} : back) });
      }
    });
    const distance = segmented("How close to the rival's Illuminati", DISTANCES, (value) => change(withPlace(position, Number(value))));
    const master = cardPicker({
      label: "Its master", hint: "Only where a card speaks of it.", choices: () => playable,
      choose: (found) => change({ ...position, under: found?.slug ?? null }),
    });
    const whose = cardSelect("The rival's Illuminati", illuminati, (slug) => {
      const before = firstIlluminati(position.rival);
      const freed = before ? withoutCard(position, before) : position;
      change(slug ? withCard(freed, "rival", slug) : freed);
    });
    const others = cardList({
      label: "The rival's other cards", choices: () => free(groups), remove, detail: nameOnly,
      cards: () => cardsOf(besides(position.rival, firstIlluminati(position.rival))),
      add: (slug) => change(withCard(position, "rival", slug)),
    });
    const rivalBox = el("div", { class: "calc-stack" }, el("div", { class: "calc-pair" }, whose.element, master.element), others.element);
    return {
      element: section("Where the target is", place.element, distance.element, rivalBox),
      show(view) {
        const { at } = position;
        place.set(at === null ? "nobody" : at === 0 ? "own" : "rival");
        distance.element.hidden = !at;
        distance.set(at ? String(Math.min(at, FAR)) : "");
        rivalBox.hidden = at === null;
        whose.element.hidden = at === 0;
        whose.set(firstIlluminati(position.rival), ends(), false);
        others.element.hidden = at === 0 && position.rival.length === 0;
        master.show(card(position.under));
        others.show(view);
      },
    };
  };

  const ends = () => [position.attacker, position.target];
  /** Cards that are neither attacker nor target. */
  const free = (/** @type {Card[]} */ cards) => cards.filter(({ slug }) => !ends().includes(slug));

  /** @returns {Part} */
  const helpPart = () => {
    const mayHelp = (/** @type {Card} */ of) => (of.transferable ? `adds ${of.transferable}` : "no Transferable Power");
    const helpers = cardList({
      label: "Add a helper", hint: "Your cards with Transferable Power may help; each says why it may or may not.",
      choices: () => [...playable].sort((a, b) => Number(Boolean(b.transferable)) - Number(Boolean(a.transferable))),
      cards: () => cardsOf(position.aid), add: (slug) => change(withCard(position, "aid", slug)), note: mayHelp,
      remove: (slug) => change({ ...position, aid: besides(position.aid, slug) }),
      detail: (of, { ledger }, into) => {
        const about = ledger ? ledger.reasons.filter((reason) => reason.about === of.id && forHelpers(reason)) : [];
        const broken = about.filter((reason) => !reason.ok);
        const open = into.querySelector("details")?.open ?? false;
        into.replaceChildren(
          el("p", { class: "calc-helper" }, cite.cardLink(of, of.name), " ", ledger && el(
            "span", { class: broken.length ? "calc-badge calc-no" : "calc-badge calc-yes" }, broken.length ? "may not help" : "may help",
          ), " ", el("span", { class: "calc-facts" }, mayHelp(of))),
          broken.length ? el("ul", { class: "calc-reasons" }, ...broken.map((reason) => cite.reasonItem(reason, false))) : null,
          about.length > broken.length ? el(
            "details", { open }, el("summary", {}, broken.length ? "What does hold" : "Why it may"),
            el("ul", { class: "calc-reasons" }, ...about.filter((reason) => reason.ok).map((reason) => cite.reasonItem(reason, false))),
          ) : null,
        );
      },
    });
    /** Whether a reason is asked of helpers: a requirement may also be asked of the attacker, an immunity never only. */
    const forHelpers = (/** @type {Reason} */ reason) => {
      const requirement = data.requirements.find((rule) => rule.id === reason.source);
      return !requirement || requirement.tree.holds.role === "helper";
    };
    const mine = cardSelect("Your Illuminati", illuminati, (slug) => {
      const before = firstIlluminati([...position.aid, ...position.others]);
      const freed = before ? withoutCard(position, before) : position;
      change(slug ? withCard(freed, "others", slug) : freed);
    });
    const others = cardList({
      label: "Your other cards", hint: "Some abilities count from anywhere in your Power Structure.", choices: () => free(groups),
      cards: () => cardsOf(besides(position.others, firstIlluminati([...position.aid, ...position.others]))), remove, detail: nameOnly,
      add: (slug) => change(withCard(position, "others", slug)),
    });
    return {
      element: section("Your side", helpers.element, el("div", { class: "calc-pair" }, mine.element, others.element)),
      show(view) {
        helpers.show(view);
        others.show(view);
        const attacks = card(position.attacker)?.kind === "illuminati";
        mine.set(attacks ? position.attacker : firstIlluminati([...position.aid, ...position.others]), ends(), attacks);
      },
    };
  };

  /** @returns {Part} */
  const moneyPart = () => {
    const purses = new Map(PURSES.map((purse) => [purse, stepper(PURSE_LABELS[purse], "MB", (value) => {
      change(withMoney(position, purse, value ?? 0));
    })]));
    const side = (/** @type {string} */ legend, /** @type {boolean} */ attack) => el(
      "fieldset", { class: "calc-side" }, el("legend", {}, legend),
      ...[...purses].filter(([purse]) => FOR_ATTACK.includes(purse) === attack).map(([, { element }]) => element),
    );
    return {
      element: section("Money, in MB", el("div", { class: "calc-pair" }, side("For the attack", true), side("Against it", false))),
      show() {
        for (const [purse, { set }] of purses) set(position.spent[purse] ?? 0);
      },
    };
  };

  /** @returns {Part} */
  const specialsPart = () => {
    const privileged = el("input", {
      type: "checkbox", id: freshId("privileged"), on: { change: () => change({ ...position, privileged: privileged.checked }) },
    });
    const played = cardList({
      label: "Specials in effect", hint: "In the order played.", choices: () => specials, cards: () => cardsOf(position.play),
      add: (slug) => change({ ...position, play: [...position.play, slug] }),
      remove: (slug) => change({ ...position, play: besides(position.play, slug) }),
      note: (of) => of.clauses.map(({ text }) => text).join("; "),
      detail: (of, view, into) => into.replaceChildren(
        cite.cardLink(of, of.name), el("span", { class: "calc-facts" }, ` ${of.clauses.map(({ text }) => sentence(text)).join(" ")}`),
      ),
    });
    return {
      element: section(
        "Specials and privilege", played.element,
        el("p", { class: "calc-check" }, privileged, " ", el("label", { for: privileged.id }, "The attack was declared privileged")),
      ),
      show(view) {
        privileged.checked = position.privileged;
        played.show(view);
      },
    };
  };

  /** Open arrows, attacks already made and changed alignments. @returns {Part} */
  const turnPart = () => {
    const arrows = stepper("Open arrows of the attacker", "arrow", (value) => change({ ...position, arrows: value }));
    const list = el("ul", { class: "calc-turn" });
    /** @type {Map<string, {item: HTMLElement, show: () => void}>} */
    let rows = new Map();
    const row = (/** @type {Card} */ of) => {
      const made = stepper(`Attacks ${of.name} took part in`, "attack", (value) => change(withAttacksMade(position, of.slug, value ?? 0)));
      const now = () => new Map(position.align).get(of.slug) ?? of.alignments;
      const boxes = alignmentsIn(data.cards).map((name) => {
        const input = el("input", {
          type: "checkbox", id: freshId("alignment"), value: name,
          on: { change: () => change(withAlignments(position, of, boxes.filter((box) => box.input.checked).map((box) => box.name))) },
        });
        return { name, input, label: el("label", { for: input.id }, name) };
      });
      const summary = el("summary", {});
      const alignments = el(
        "details", {}, summary,
        el("div", { "class": "calc-alignments", "role": "group", "aria-label": `Alignments of ${of.name}` },
          ...boxes.map(({ input, label }) => el("span", { class: "calc-check" }, input, label))),
      );
      return {
        item: el("li", {}, made.element, of.kind === "group" ? alignments : null),
        show() {
          made.set(new Map(position.used).get(of.slug) ?? 0);
          for (const { name, input } of boxes) input.checked = now().includes(name);
          const changed = position.align.some(([slug]) => slug === of.slug);
          summary.textContent = `${of.name} is ${now().join(", ") || "of no alignment"}${changed ? " (changed)" : ""}`;
        },
      };
    };
    const none = el("p", { class: "calc-hint" }, "Choose an attacker and a target first.");
    const details = el("details", { class: "calc-more" }, el("summary", {}, "Changes on the cards this turn"), arrows.element, none, list);
    return {
      element: details,
      show() {
        const cards = cardsOf(everyone(position));
        rows = new Map(cards.map((of) => [of.slug, rows.get(of.slug) ?? row(of)]));
        showItems(list, [...rows.values()].map(({ item }) => item));
        for (const { show } of rows.values()) show();
        none.hidden = cards.length > 0;
        arrows.element.hidden = !position.attacker;
        arrows.set(position.arrows, card(position.attacker)?.arrows_out.length ?? 0);
      },
    };
  };

  // --- the position as text -------------------------------------------------------------------------------------------

  const field = el("textarea", {
    "id": "calculator-position", "class": "calc-input calc-code", "rows": 2, "spellcheck": "false", "autocapitalize": "none",
    "autocomplete": "off", "aria-describedby": "calculator-position-hint calculator-position-problems",
    "on": {
      input: () => load(pasted(field.value), true),
      change: () => load(pasted(field.value), false),
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        load(pasted(field.value), false);
      },
    },
  });
  const problemList = el("div", { id: "calculator-position-problems", class: "calc-problems", role: "alert", hidden: true });

  /** Show what is wrong with a line at the field, the places marked. */
  const showProblems = (/** @type {string} */ text, /** @type {Problem[]} */ problems) => {
    field.setAttribute("aria-invalid", String(problems.length > 0));
    problemList.hidden = problems.length === 0;
    if (!problems.length) return problemList.replaceChildren();
    const letters = [...text];
    const marked = el("code", { "class": "calc-marked", "aria-hidden": "true" });
    let end = 0;
    for (const start of [...new Set(problems.map(({ column }) => column - 1))]) {
      if (start < end) continue;
      const length = letters.slice(start).findIndex((letter, index) => index > 0 && " ,>=".includes(letter));
      marked.append(letters.slice(end, start).join(""));
      end = length < 0 ? letters.length : start + length;
      marked.append(el("mark", {}, letters.slice(start, end).join("") || "…"));
    }
    marked.append(letters.slice(end).join(""));
    return problemList.replaceChildren(
      el("p", {}, "This line is not a position:"), marked,
      el("ul", {}, ...problems.map(({ column, message, suggestion }) => el(
        "li", {}, `Column ${column}: ${message}`, suggestion ? ` (did you mean ${suggestion}?)` : "",
      ))),
    );
  };

  /** Whether somebody is still at work on the line: then the field keeps what was typed. */
  let typing = false;
  /** Take over a line of text. */
  const load = (/** @type {string} */ text, /** @type {boolean} */ unfinished) => {
    const { position: read, problems } = text ? readPosition(text, data.cards, data.game) : { position: null, problems: [] };
    typing = unfinished;
    if (read) change(read);
    else showProblems(text, problems);
    typing = false;
  };

  const copied = el("p", { class: "calc-copied", role: "status" });
  const byHand = el("textarea", {
    "class": "calc-input calc-code", "readonly": true, "rows": 4, "aria-label": "Text to copy by hand", "hidden": true,
  });
  const copy = async (/** @type {string} */ text, /** @type {string} */ what) => {
    byHand.hidden = true;
    copied.textContent = "";
    try {
      await navigator.clipboard.writeText(text);
      copied.textContent = `Copied ${what}.`;
    } catch {
      byHand.value = text;
      byHand.hidden = false;
      byHand.focus();
      byHand.select();
      copied.textContent = `This browser does not let a page copy. Here is ${what} to copy by hand.`;
    }
  };
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => (
    el("button", { type: "button", on: { click: act } }, label)
  );
  const needsAttack = [
    button("Copy link", () => copy(location.href, "the link")),
    button("Copy sum as text", () => copy(sumText({
      heading: heading(), ledger: /** @type {Ledger} */ (view().ledger), sources: cite.sources, link: location.href,
    }), "the sum")),
    button("Copy as ruling YAML", () => copy(rulingYaml({
      position, attacker: /** @type {Card} */ (card(position.attacker)), target: /** @type {Card} */ (card(position.target)),
      ledger: /** @type {Ledger} */ (view().ledger),
    }), "the ruling")),
  ];
  const reset = button("Reset", () => {
    controlled = emptyPosition();
    change(emptyPosition(data.game, KINDS[0]));
    /** @type {HTMLElement | null} */ (root.querySelector("[role=combobox]"))?.focus();
  });

  /** @type {Part} */
  const sharePart = {
    element: section(
      "Share", el("label", { class: "calc-label", for: field.id }, "Position in one line"),
      el(
        "p", { class: "calc-hint", id: "calculator-position-hint" },
        "The same line as in the link and on the command line. Paste another one here.",
      ),
      field, problemList, el("div", { class: "calc-buttons" }, ...needsAttack, reset), copied, byHand,
    ),
    show({ ledger }) {
      for (const each of needsAttack) each.disabled = ledger === null;
      if (!typing && field.getAttribute("aria-invalid") !== "true") field.value = ledger ? formatPosition(position) : "";
    },
  };

  // --- the answer -----------------------------------------------------------------------------------------------------

  const heading = () => `${card(position.attacker)?.name} → ${card(position.target)?.name}, ${TO[position.kind]}`;
  const answer = el("div", { class: "calc-answer" });
  const spoken = el("p", { class: "calc-spoken", role: "status" });
  const dock = el("a", { class: "calc-dock", href: "#calculator-result", on: {
    click: (/** @type {Event} */ event) => {
      event.preventDefault();
      resultPart.element.scrollIntoView();
      resultPart.element.focus();
    },
  } });
  let speaking = 0;

  /** @type {Part} */
  const resultPart = {
    element: el("section", { "class": "calc-result", "id": "calculator-result", "tabindex": -1, "aria-label": "Result" }, answer, spoken),
    show({ ledger }) {
      dock.hidden = ledger === null;
      if (!ledger) {
        const wrong = field.getAttribute("aria-invalid") === "true";
        answer.replaceChildren(wrong
          ? el("p", { class: "calc-empty" }, "This link holds no position that can be read. ", el("a", { href: `#${field.id}`, on: {
            click: (/** @type {Event} */ event) => {
              event.preventDefault();
              field.focus();
            },
          } }, "See what is wrong with it"), ", or choose an attacker and a target.")
          : el("p", { class: "calc-empty" }, "Choose an attacker and a target: the sum appears here."));
        say("");
        return;
      }
      const open = answer.querySelector(".calc-checks")?.hasAttribute("open") ?? false;
      answer.replaceChildren(...answerParts({ heading: heading(), ledger, failsFrom: data.fails_from, cite, open }));
      const { big, small, strength } = answerWords(ledger, data.fails_from);
      dock.replaceChildren(
        el("strong", {}, big), " ", el("span", {}, small), ledger.legal ? "" : el("span", { class: "calc-badge calc-no" }, "Not legal"),
        el("span", { class: "calc-dock-go" }, "The sum"),
      );
      say(`${big}, ${small}. ${strength} ${ledger.legal ? "Legal." : "Not legal."}`);
    },
  };
  const say = (/** @type {string} */ words) => {
    clearTimeout(speaking);
    speaking = window.setTimeout(() => { if (spoken.textContent !== words) spoken.textContent = words; }, QUIET);
  };

  // --- all together ---------------------------------------------------------------------------------------------------

  /** @returns {View} */
  const view = () => {
    if (!position.attacker || !position.target) return { position, attack: null, ledger: null };
    const attack = attackOf(position, data.cards);
    return { position, attack, ledger: explain(attack, data) };
  };
  const parts = [attackPart(), placePart(), helpPart(), moneyPart(), specialsPart(), turnPart(), sharePart];
  const render = () => {
    const seen = view();
    for (const part of [...parts, resultPart]) part.show(seen);
  };
  /** Put the position into the address, so that a copied address opens it again. */
  const remember = () => {
    const text = position.attacker && position.target ? formatPosition(position) : "";
    const url = new URL(location.href);
    url.hash = text ? toHash(text) : "";
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };
  /** Open what the address says; what cannot be read leaves the calculator empty, with the reasons at the field. */
  const open = () => {
    const text = fromHash(location.hash);
    if (text && document.getElementById(text)) return; // a place on this page, not a position
    const { position: read, problems } = text ? readPosition(text, data.cards, data.game) : { position: null, problems: [] };
    showProblems(text, problems);
    position = read ?? emptyPosition(data.game, KINDS[0]);
    field.value = problems.length ? text : "";
    render();
  };

  root.classList.add("calc");
  root.replaceChildren(
    el("p", { class: "calc-game" }, root.dataset.title),
    el("div", { class: "calc-columns" },
      el("form", { "class": "calc-form", "aria-label": "Attack", "on": { submit: (/** @type {Event} */ event) => event.preventDefault() } },
        ...parts.map((part) => part.element)),
      resultPart.element),
    dock,
  );
  window.addEventListener("hashchange", open);
  render();
  open();
}
