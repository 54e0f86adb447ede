// @ts-check
/**
 * The structure sketcher: lay Groups with their real arrows by keyboard, touch or mouse. One Group at a time is in the hand, from the list of
 * cards, from the board or from the rival's board with its puppets; every arrow where it may lie is a button. The address of the page says what
 * lies where. It does nothing on pages without `#sketcher`.
 *
 * @typedef {import("./evaluate.js").Card} Card
 * @typedef {import("./structure.js").Structure} Structure
 * @typedef {import("./structure.js").Branch} Branch
 * @typedef {import("./structure.js").Side} Side
 * @typedef {import("./structure.js").Fit} Fit
 * @typedef {{branch: Branch, from: "cards" | "board" | "rival"}} Hand
 */

import { cardSelect, section } from "./calculator-controls.js";
import { dated, toHash } from "./calculator-model.js";
import { copier } from "./calculator-share.js";
import { cardPicker } from "./card-picker.js";
import { el, svg } from "./dom.js";
import { followAddress, gameChoice } from "./game-choice.js";
import { emptyPosition, formatPosition } from "./position.js";
import {
  arrowAt, blockers, branch, cardsOf, distance, fit, formatStructure, freeSides, move, openArrows, placeOf, puppets, readStructures, rectangle,
  remove, structureOf,
} from "./structure.js";

/** What becomes of a Group that has no place: after a capture, and after a move. @type {Record<string, [string, string]>} */
const LOST = {
  inwo: ["discarded", "back in the hand"], subgenius: ["discarded", "uncontrolled"], deluxe: ["uncontrolled", "uncontrolled"],
};
const UNIT = 10; // picture units for half a unit of the grid
const MARGIN = 30;
const FAR = 6; // how far a finger must go before it drags

const root = document.getElementById("sketcher");
if (root) start(root);

function start(/** @type {HTMLElement} */ root) {
  const { base, place, withData, withLine } = gameChoice(root, (game) => withData(game, (data) => {
    history.replaceState(history.state, "", `#${game}`);
    lay(data, null);
  }));
  const lay = (/** @type {{game: string, cards: Card[]}} */ { game, cards }, /** @type {string | null} */ line) => (
    sketcher(place, game, cards, line, base)
  );
  followAddress((text) => withLine(text, (data, { line }) => lay(data, line)));
}

/**
 * @param {HTMLElement} root @param {string} game @param {Card[]} cards @param {string | null} text @param {URL} base
 */
function sketcher(root, game, cards, text, base) {
  const book = new Map(cards.map((card) => [card.slug, card]));
  const name = (/** @type {string} */ slug) => book.get(slug)?.name ?? slug;
  const names = (/** @type {string[]} */ slugs) => slugs.map(name).join(" and ");
  const illuminati = cards.filter((card) => card.kind === "illuminati");
  const read = text === null ? { structure: null, rival: null, problems: [] } : readStructures(text, book);
  let own = read.structure ?? structureOf(book, illuminati[0].slug);
  let rival = read.rival;
  /** @type {Hand | null} */
  let hand = null;
  /** The card that is looked at, and on whose board. @type {{slug: string, board: "own" | "rival"} | null} */
  let chosen = null;
  /** The card of one's own that was looked at last, which attacks. */
  let attacker = own.root;
  /** Structures before the last changes, newest last. @type {Array<[Structure, Structure | null]>} */
  const past = [];

  const change = (/** @type {Structure} */ nextOwn, /** @type {Structure | null} */ nextRival, /** @type {string} */ words) => {
    past.push([own, rival]);
    [own, rival, hand] = [nextOwn, nextRival, null];
    if (!own.placements.has(attacker)) attacker = own.root;
    if (chosen && !(chosen.board === "own" ? own : rival)?.placements.has(chosen.slug)) chosen = null;
    remember();
    render();
    say(words);
  };
  const remember = () => history.replaceState(history.state, "", `#${toHash(dated(formatStructure(game, own, rival)))}`);
  const isUsed = (/** @type {string} */ slug) => own.placements.has(slug) || Boolean(rival?.placements.has(slug));

  // --- what a play would do -----------------------------------------------------------------------------------------------

  /** What laying the Group in the hand there would make; null where it may not lie. @returns {Fit | null} */
  const tried = (/** @type {string} */ master, /** @type {Side} */ side) => {
    if (!hand) return null;
    return hand.from === "board" ? move(own, hand.branch.card, master, side) : fit(own, hand.branch, master, side);
  };
  const consequences = (/** @type {Fit} */ { turned, lost }) => [
    turned.length ? `${names(turned)} must be turned to another arrow.` : "",
    lost.length ? `${names(lost)} ${lost.length === 1 ? "has" : "have"} no place: ${LOST[game][hand?.from === "board" ? 1 : 0]}.` : "",
  ].filter(Boolean).join(" ");
  const layAt = (/** @type {string} */ master, /** @type {Side} */ side) => {
    const found = tried(master, side);
    if (!found || !hand) return;
    const { from, branch: { card } } = hand;
    const words = `${name(card)} lies on the ${side} side of ${name(master)}. ${consequences(found)}`;
    chosen = { slug: card, board: "own" };
    change(found.structure, from === "rival" && rival ? remove(rival, card) : rival, words);
  };
  const take = (/** @type {Hand} */ taken) => {
    hand = taken;
    render();
    const places = targets().length;
    say(`${name(taken.branch.card)} is in your hand. ${places ? `It may lie in ${places} places.` : "There is no place for it."}`);
  };
  /** Every side where the Group in the hand may lie. */
  const targets = () => [...own.placements.keys()].flatMap((master) => (
    freeSides(hand?.from === "board" ? remove(own, hand.branch.card) : own, master, hand?.branch.card ?? null)
      .filter(() => !hand || !cardsOf(hand.branch).includes(master) || hand.from !== "board")
      .map((side) => ({ master, side, fit: tried(master, side) })).filter((each) => each.fit !== null)
  )).filter(({ master }) => !(hand?.from === "board" && cardsOf(hand.branch).includes(master)));

  // --- the board ----------------------------------------------------------------------------------------------------------

  const lines = (/** @type {string} */ words, /** @type {number} */ width) => {
    /** @type {string[]} */
    const found = [];
    for (const word of words.split(" ")) {
      const last = found.at(-1);
      if (last !== undefined && last.length + word.length < width) found[found.length - 1] = `${last} ${word}`;
      else found.push(word);
    }
    return found;
  };
  const drawn = (/** @type {Structure} */ structure, /** @type {"own" | "rival"} */ board) => {
    const boxes = [...structure.placements.keys()].map((slug) => rectangle(structure, slug));
    const asked = board === "own" && hand ? targets() : [];
    const spots = asked.map(({ master, side }) => placeOf(structure, master, side));
    const reach = [...boxes, ...(board === "own" ? spots : [])];
    const left = Math.min(...reach.map((box) => box.x - box.halfWidth)) * UNIT - MARGIN;
    const top = Math.min(...reach.map((box) => box.y - box.halfHeight)) * UNIT - MARGIN;
    const right = Math.max(...reach.map((box) => box.x + box.halfWidth)) * UNIT + MARGIN;
    const bottom = Math.max(...reach.map((box) => box.y + box.halfHeight)) * UNIT + MARGIN;
    const picture = svg("svg", {
      class: "structure sketch", viewBox: `${left} ${top} ${right - left} ${bottom - top}`, width: (right - left) * .8, role: "group",
      "aria-label": board === "own" ? "Your Power Structure" : "The rival's Power Structure",
    });
    for (const slug of structure.placements.keys()) picture.append(cardDrawn(structure, slug, board));
    for (const slug of structure.placements.keys()) picture.append(...arrowsDrawn(structure, slug));
    for (const [index, { master, side, fit: found }] of asked.entries()) {
      const box = spots[index];
      const what = consequences(/** @type {Fit} */ (found));
      picture.append(svg(
        "g", {
          "class": `target${what ? " costly" : ""}`, "role": "button", "tabindex": 0, "data-master": master, "data-side": side,
          "aria-label": `Lay ${name(/** @type {Hand} */ (hand).branch.card)} on the ${side} side of ${name(master)}. ${what}`,
          "on": pressed(() => layAt(master, side)),
        },
        svg("rect", {
          x: (box.x - box.halfWidth) * UNIT + 6, y: (box.y - box.halfHeight) * UNIT + 6, width: box.halfWidth * 2 * UNIT - 12,
          height: box.halfHeight * 2 * UNIT - 12, rx: 6,
        }),
        svg("text", { "x": box.x * UNIT, "y": box.y * UNIT + 8, "font-size": 24, "text-anchor": "middle" }, what ? "!" : "+"),
      ));
    }
    return picture;
  };
  const cardDrawn = (/** @type {Structure} */ structure, /** @type {string} */ slug, /** @type {"own" | "rival"} */ board) => {
    const box = rectangle(structure, slug);
    const card = /** @type {Card} */ (book.get(slug));
    const [x, y] = [box.x * UNIT, box.y * UNIT];
    const words = lines(card.name, box.halfWidth > box.halfHeight ? 15 : 11).slice(0, 4);
    const numbers = `P ${card.power ?? 0}${card.resistance === null ? "" : ` · R ${card.resistance}`}`;
    const isChosen = chosen?.slug === slug && chosen.board === board;
    const group = svg(
      "g", {
        "class": `lies ${card.kind}${isChosen ? " chosen" : ""}${hand && cardsOf(hand.branch).includes(slug) ? " lifted" : ""}`, "role": "button",
        "tabindex": 0, "data-card": slug, "aria-pressed": String(isChosen), "aria-label": described(structure, slug),
        "on": { ...pressed(() => choose(slug, board)), ...(slug === structure.root ? {} : dragged(slug, board)) },
      },
      svg("rect", {
        x: (box.x - box.halfWidth) * UNIT + 2, y: (box.y - box.halfHeight) * UNIT + 2, width: box.halfWidth * 2 * UNIT - 4,
        height: box.halfHeight * 2 * UNIT - 4, rx: 6,
      }),
      ...words.map((line, index) => svg(
        "text", { "class": "name", "x": x, "y": y + (index - (words.length - 1) / 2) * 17, "font-size": 15, "text-anchor": "middle" }, line,
      )),
      svg("text", { "class": "numbers", "x": x, "y": y + (words.length / 2) * 17 + 9, "font-size": 12, "text-anchor": "middle" }, numbers),
    );
    return group;
  };
  const arrowsDrawn = (/** @type {Structure} */ structure, /** @type {string} */ slug) => {
    const used = puppets(structure, slug);
    return /** @type {Side[]} */ ([...new Set([.../** @type {Card} */ (book.get(slug)).arrows_out, ...used.keys()])]).map((side) => {
      const { x, y, direction } = arrowAt(structure, slug, side);
      const kind = used.has(side) ? "used" : blockers(structure, slug, side).length ? "blocked" : "open";
      const shape = { used: "M-8 7H8L0-8Z", open: "M-9 5H9L0-9Z", blocked: "M-8 13H8L0 1Z" }[kind];
      return svg(
        "g", { "class": `arrow ${kind}`, "transform": `translate(${x * UNIT} ${y * UNIT}) rotate(${direction * 90})`, "aria-hidden": "true" },
        svg("path", { d: shape }), kind === "blocked" ? svg("path", { class: "cross", d: "M-8 2L8 14M8 2L-8 14" }) : null,
      );
    });
  };
  const described = (/** @type {Structure} */ structure, /** @type {string} */ slug) => {
    const free = openArrows(structure, slug);
    const master = structure.placements.get(slug)?.master;
    return `${name(slug)}${master ? `, on the ${structure.placements.get(slug)?.side} side of ${name(master)}` : ""}. ${
      free.length ? `Open arrows: ${free.join(", ")}.` : "No open arrow."}`;
  };
  /** Listeners that act on a click, Enter and Space. */
  const pressed = (/** @type {() => void} */ act) => ({
    click: () => act(),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); }
      if (event.key === "Escape" && hand) { event.preventDefault(); letGo(); }
    },
  });
  /** A Group follows a finger or mouse once it has gone a little way; it is laid where it is let go. */
  const dragged = (/** @type {string} */ slug, /** @type {"own" | "rival"} */ board) => ({
    pointerdown: (/** @type {PointerEvent} */ down) => {
      const cancel = new AbortController();
      window.addEventListener("pointermove", (event) => {
        if (hand?.branch.card !== slug && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR) pick(slug, board);
      }, { signal: cancel.signal });
      window.addEventListener("pointerup", (event) => {
        cancel.abort();
        const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(".target");
        if (hand?.branch.card === slug && target instanceof SVGElement) {
          layAt(target.dataset.master ?? "", /** @type {Side} */ (target.dataset.side));
        }
      }, { signal: cancel.signal });
      window.addEventListener("pointercancel", () => cancel.abort(), { signal: cancel.signal });
    },
  });
  const choose = (/** @type {string} */ slug, /** @type {"own" | "rival"} */ board) => {
    chosen = { slug, board };
    if (board === "own") attacker = slug;
    hand = null;
    render();
    say(described(board === "own" ? own : /** @type {Structure} */ (rival), slug));
  };
  const pick = (/** @type {string} */ slug, /** @type {"own" | "rival"} */ board) => {
    chosen = { slug, board };
    take(board === "own" ? { branch: branch(own, slug), from: "board" } : { branch: branch(/** @type {Structure} */ (rival), slug), from: "rival" });
  };
  const letGo = () => {
    hand = null;
    render();
    say("Let go.");
  };

  // --- what is said of the chosen card --------------------------------------------------------------------------------------

  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => el("button", { type: "button", on: { click: act } }, label);
  const position = (/** @type {Partial<import("./position.js").Position>} */ some) => (
    `../#${toHash(formatPosition({ ...emptyPosition(game, "control"), ...some }))}`
  );
  const details = () => {
    if (!chosen) return [el("p", { class: "calc-hint" }, "Choose a card on the board to see its arrows, move it or attack with it.")];
    const structure = chosen.board === "own" ? own : /** @type {Structure} */ (rival);
    const { slug } = chosen;
    const isRoot = slug === structure.root;
    const shut = /** @type {Side[]} */ (freeSides(structure, slug)).filter((side) => blockers(structure, slug, side).length);
    const steps = distance(structure, slug);
    const others = [...structure.placements.keys()].filter((each) => each !== slug);
    const below = [...puppets(structure, slug).values()];
    const master = structure.placements.get(slug)?.master ?? null;
    const rest = others.filter((each) => each !== master && !below.includes(each));
    const attackIt = position({
      attacker, target: slug, at: steps, under: master, over: below, rival: rest, arrows: openArrows(own, attacker).length,
      others: [...own.placements.keys()].filter((each) => each !== attacker),
    });
    return [
      el("h2", { class: "calc-title" }, el("a", { class: "card-link", href: new URL(book.get(slug)?.url ?? "", base).href }, name(slug))),
      el("p", {}, described(structure, slug), " ", isRoot ? "" : `${steps} ${steps === 1 ? "card" : "cards"} from the Illuminati.`),
      shut.length ? el("ul", { class: "calc-reasons" }, ...shut.map((side) => (
        el("li", {}, `Its ${side} arrow is blocked by ${names(blockers(structure, slug, side))}.`)
      ))) : null,
      el(
        "div", { class: "calc-buttons" },
        isRoot ? null : button(chosen.board === "own" ? "Move it" : "Capture it", () => pick(slug, /** @type {any} */ (chosen).board)),
        isRoot ? null : button(below.length ? "Remove it with its puppets" : "Remove it", () => (
          chosen?.board === "own" ? change(remove(own, slug), rival, `${name(slug)} is removed.`)
            : change(own, remove(structure, slug), `${name(slug)} is removed.`)
        )),
        chosen.board === "own" || isRoot ? null : el("a", { class: "button", href: attackIt }, `Attack it with ${name(attacker)}`),
      ),
      chosen.board === "own" && rival ? el("p", { class: "calc-hint" }, "Choose a Group of the rival's to attack it with this card.") : null,
    ].filter((each) => each !== null);
  };

  // --- all together ---------------------------------------------------------------------------------------------------------

  const ownRoot = cardSelect("Your Illuminati", illuminati, (slug) => {
    if (slug) change(structureOf(book, slug), rival, `Your Illuminati: ${name(slug)}.`);
    else render();
  });
  const rivalRoot = cardSelect("A rival's Illuminati", illuminati, (slug) => (
    change(own, slug ? structureOf(book, slug) : null, slug ? `The rival: ${name(slug)}.` : "No rival.")
  ));
  const groups = cards.filter((card) => card.kind === "group" && card.arrow_in);
  const picker = cardPicker({
    label: "A Group to lay", hint: "Then choose where: every place is a button on the board.", keep: false,
    choices: () => groups.filter(({ slug }) => !isUsed(slug)),
    choose: (found) => { if (found) take({ branch: { card: found.slug, puppets: [] }, from: "cards" }); },
  });
  const rivalPicker = cardPicker({
    label: "A Group of the rival's", hint: "It goes to the first open arrow.", keep: false, choices: () => groups.filter(({ slug }) => !isUsed(slug)),
    choose: (found) => {
      const masters = rival ? [...rival.placements.keys()] : [];
      for (const master of chosen?.board === "rival" ? [chosen.slug, ...masters] : masters) {
        for (const side of freeSides(/** @type {Structure} */ (rival), master, found?.slug ?? null)) {
          const laid = found && fit(/** @type {Structure} */ (rival), { card: found.slug, puppets: [] }, master, side);
          if (laid) return change(own, laid.structure, `${name(/** @type {Card} */ (found).slug)} lies on the ${side} side of ${name(master)}.`);
        }
      }
      return say("No arrow of the rival's is open.");
    },
  });
  const inHand = el("p", { class: "calc-hint" });
  const letGoButton = button("Let go", () => letGo());
  const ownBoard = el("div", { class: "sketch-board" });
  const rivalBoard = el("div", { class: "sketch-board" });
  const rivalPart = section("The rival's structure", rivalRoot.element, rivalPicker.element, rivalBoard);
  const about = el("div", { class: "calc-answer" });
  const spoken = el("p", { class: "calc-spoken", role: "status" });
  const say = (/** @type {string} */ words) => { spoken.textContent = words; };
  const { copied, byHand, copy } = copier();
  const undo = button("Undo", () => {
    const before = past.pop();
    if (!before) return;
    [[own, rival], hand, chosen] = [before, null, null];
    attacker = own.root;
    remember();
    render();
    say("Undone.");
  });
  const copyLink = button("Copy link", () => {
    remember();
    copy(location.href, "the link");
  });
  const problems = el("ul", { class: "calc-problems", role: "alert", hidden: !read.problems.length },
    ...read.problems.map((words) => el("li", {}, words)));

  const render = () => {
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.card : null;
    ownRoot.set(own.root, rival ? [rival.root] : [], false);
    rivalRoot.set(rival?.root ?? "", [own.root], false);
    rivalPicker.element.hidden = rival === null;
    ownBoard.replaceChildren(drawn(own, "own"));
    rivalBoard.replaceChildren(...(rival ? [drawn(rival, "rival")] : []));
    about.replaceChildren(...details());
    const where = targets().length ? "Choose where it lies." : "There is no place for it.";
    inHand.textContent = hand ? `In your hand: ${names(cardsOf(hand.branch))}. ${where}` : "";
    letGoButton.hidden = hand === null;
    undo.disabled = past.length === 0;
    const again = hand ? ownBoard.querySelector(".target") : focused ? root.querySelector(`[data-card="${CSS.escape(focused)}"]`) : null;
    if (again instanceof SVGElement && (focused || hand)) again.focus({ preventScroll: Boolean(focused) });
  };
  root.replaceChildren(
    problems,
    el("div", { class: "calc-pair" }, ownRoot.element, picker.element),
    inHand, el("div", { class: "calc-buttons" }, letGoButton, undo, copyLink), copied, byHand,
    el("div", { class: "sketch-columns" }, ownBoard, about), rivalPart, spoken,
  );
  render();
}
