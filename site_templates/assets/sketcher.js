// @ts-check
/**
 * The structure sketcher: lay Groups with their real arrows by keyboard, touch or mouse. One Group at a time is in the hand, from the list of
 * cards, from the board or from the rival's board with its puppets; every arrow where it may lie is a button. The address of the page says what
 * lies where. It does nothing on pages without `#sketcher`.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./structure.js").Structure} Structure
 * @typedef {import("./structure.js").Branch} Branch
 * @typedef {import("./structure.js").Side} Side
 * @typedef {import("./structure.js").Fit} Fit
 * @typedef {{branch: Branch, from: "cards" | "board" | "rival"}} Hand
 * @typedef {{slug: string, board: "own" | "rival"}} Spot  a card where it lies: both structures may have the same Illuminati
 * @typedef {{own: Structure, rival: Structure | null, words: string}} Outcome  of a play, and what becomes of Groups that must give way
 * @typedef {{master: string, side: Side, outcome: Outcome}} Place
 */

import { cardSelect, section } from "./calculator-controls.js";
import { dated, toHash } from "./calculator-model.js";
import { copier } from "./calculator-share.js";
import { cardPicker } from "./card-picker.js";
import { el, svg } from "./dom.js";
import { followAddress, gameChoice } from "./game-choice.js";
import { emptyPosition, formatPosition } from "./position.js";
import {
  SIDES, arrowAt, barsTo, blockers, branch, cardsOf, distance, exchanged, fit, formatStructure, freeSides, isLoose, move,
  openArrows, placeOf, puppets, readStructures, rectangle, remove, resettled, structureOf,
} from "./structure.js";

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
  const lay = (/** @type {any} */ data, /** @type {string | null} */ line) => sketcher(place, data.game, data.cards, data, line, base);
  followAddress((text) => withLine(text, (data, { line }) => lay(data, line)));
}

/**
 * @param {HTMLElement} root @param {string} game @param {Card[]} cards @param {import("./attack-types.js").Rules} rules
 * @param {string | null} text @param {URL} base
 */
function sketcher(root, game, cards, rules, text, base) {
  const book = new Map(cards.map((card) => [card.slug, card]));
  const lost = rules.its["without-place"] ?? { capture: "lost", move: "lost" };
  const name = (/** @type {string} */ slug) => book.get(slug)?.name ?? slug;
  const names = (/** @type {string[]} */ slugs) => slugs.map(name).join(" and ");
  const illuminati = cards.filter((card) => card.kind === "illuminati");
  const read = text === null ? { structure: null, rival: null, problems: [] } : readStructures(text, book, rules.its);
  let own = read.structure ?? structureOf(book, illuminati[0].slug);
  let rival = read.rival;
  /** @type {Hand | null} */
  let hand = null;
  /** Where what is in the hand may lie. @type {Place[]} */
  let places = [];
  /** The card that is looked at. @type {Spot | null} */
  let chosen = null;
  /** The card of one's own that was looked at last, which attacks. */
  let attacker = own.root;
  /** Structures before the last changes, newest last. @type {Array<[Structure, Structure | null]>} */
  const past = [];

  const change = (/** @type {Outcome} */ next, /** @type {string} */ words, /** @type {Spot | null} */ focus = null) => {
    past.push([own, rival]);
    ({ own, rival } = next);
    hold(null);
    if (!own.placements.has(attacker)) attacker = own.root;
    if (chosen && !(chosen.board === "own" ? own : rival)?.placements.has(chosen.slug)) chosen = null;
    remember();
    render(focus);
    say(`${words} ${next.words}`.trim());
  };
  const hold = (/** @type {Hand | null} */ taken) => {
    hand = taken;
    places = taken ? placesFor(taken) : [];
  };
  const remember = () => history.replaceState(history.state, "", `#${toHash(dated(formatStructure(game, own, rival)))}`);
  const isUsed = (/** @type {string} */ slug) => own.placements.has(slug) || Boolean(rival?.placements.has(slug));

  // --- what a play would do -----------------------------------------------------------------------------------------------

  const told = (/** @type {Fit} */ { turned, lost }, /** @type {string} */ place) => [
    turned.length ? `${names(turned)} must be turned to another arrow.` : "",
    lost.length ? `${names(lost)} ${lost.length === 1 ? "has" : "have"} no place: ${place}.` : "",
  ];
  const settled = (/** @type {Structure} */ structure) => (isLoose(structure) ? { structure, turned: [], lost: [] } : resettled(structure));
  /**
   * Both structures once a play is done: a card that has left one may have been what let others lie where they do.
   * @param {Structure} nextOwn @param {Structure | null} nextRival @param {string[]} words  what has become of Groups so far
   * @returns {Outcome}
   */
  const after = (nextOwn, nextRival, words = []) => {
    const [mine, theirs] = [settled(nextOwn), nextRival && settled(nextRival)];
    const all = [...words, ...[mine, theirs].flatMap((found) => (found ? told(found, lost.capture) : []))];
    return { own: mine.structure, rival: theirs && theirs.structure, words: all.filter(Boolean).join(" ") };
  };
  /** Every place where a Group in the hand may lie. @returns {Place[]} */
  const placesFor = (/** @type {Hand} */ { from, branch: whole }) => {
    const bars = barsTo(own, whole.card, rules);
    const here = from === "board" ? own.placements.get(whole.card)?.master : null;
    const left = from === "rival" && rival ? remove(rival, whole.card) : rival;
    return [...own.placements.keys()].filter((master) => master === here || !bars(master)).flatMap((master) => SIDES.flatMap((side) => {
      const found = from === "board" ? move(own, whole.card, master, side) : fit(own, whole, master, side);
      return found ? [{ master, side, outcome: after(found.structure, left, told(found, lost[from === "board" ? "move" : "capture"])) }] : [];
    }));
  };
  const layAt = (/** @type {Place} */ { master, side, outcome }) => {
    if (!hand) return;
    const { card } = hand.branch;
    chosen = { slug: card, board: "own" };
    change(outcome, `${name(card)} is on the ${side} side of ${name(master)}.`, chosen);
  };
  /** Under a finger that drags, the page stays where it is. */
  const take = (/** @type {Hand} */ taken, preventScroll = false) => {
    hold(taken);
    render();
    const found = ownBoard.querySelector(".target") ?? (chosen && taken.from !== "cards" ? drawnAt(chosen) : null);
    if (found instanceof SVGElement) found.focus({ preventScroll });
    say(`${name(taken.branch.card)} is in your hand. ${places.length ? `It may lie in ${places.length} places.` : "There is no place for it."}`);
  };

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
    const asked = board === "own" ? places : [];
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
    for (const [index, each] of asked.entries()) {
      const { master, side, outcome: { words: what } } = each;
      const box = spots[index];
      picture.append(svg(
        "g", {
          "class": `target${what ? " costly" : ""}`, "role": "button", "tabindex": 0, "data-master": master, "data-side": side,
          "aria-label": `Lay ${name(/** @type {Hand} */ (hand).branch.card)} on the ${side} side of ${name(master)}. ${what}`,
          "on": pressed(() => layAt(each)),
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
      let isPicked = false;
      const on = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ type, /** @type {(event: PointerEvent) => void} */ act) => (
        window.addEventListener(type, (event) => { if (event.pointerId === down.pointerId) act(event); }, { signal: cancel.signal })
      );
      on("pointermove", (event) => {
        if (hand?.branch.card === slug || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= FAR) return;
        isPicked = true;
        pick(slug, board, true);
        root.setPointerCapture(down.pointerId); // the card that was touched is drawn anew, and a finger belongs to what it touched
      });
      on("pointerup", (event) => {
        cancel.abort();
        const target = document.elementFromPoint(event.clientX, event.clientY)?.closest(".target");
        const place = places.find(({ master, side }) => (
          target instanceof SVGElement && master === target.dataset.master && side === target.dataset.side
        ));
        if (hand?.branch.card === slug && place) layAt(place);
      });
      on("pointercancel", () => {
        cancel.abort();
        if (isPicked && hand?.branch.card === slug) letGo();
      });
    },
  });
  const choose = (/** @type {string} */ slug, /** @type {"own" | "rival"} */ board) => {
    chosen = { slug, board };
    if (board === "own") attacker = slug;
    hold(null);
    render();
    say(described(board === "own" ? own : /** @type {Structure} */ (rival), slug));
  };
  const pick = (/** @type {string} */ slug, /** @type {"own" | "rival"} */ board, isDragged = false) => {
    chosen = { slug, board };
    const structure = board === "own" ? own : /** @type {Structure} */ (rival);
    take({ branch: branch(structure, slug), from: board === "own" ? "board" : "rival" }, isDragged);
  };
  const letGo = () => {
    if (!hand) return;
    const { from, branch: { card } } = hand;
    hold(null);
    render(from === "cards" ? null : { slug: card, board: from === "board" ? "own" : "rival" });
    if (from === "cards") picker.input.focus();
    say("Let go.");
  };
  const drop = (/** @type {Spot} */ { slug, board }) => {
    const structure = board === "own" ? own : /** @type {Structure} */ (rival);
    const master = structure.placements.get(slug)?.master;
    const rest = remove(structure, slug);
    change(board === "own" ? after(rest, rival) : after(own, rest), `${name(slug)} is removed.`, master ? { slug: master, board } : null);
  };

  // --- what is said of the chosen card --------------------------------------------------------------------------------------

  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => el("button", { type: "button", on: { click: act } }, label);
  const position = (/** @type {Partial<import("./position.js").Position>} */ some) => (
    `../#${toHash(formatPosition({ ...emptyPosition(game, "control"), ...some }))}`
  );
  const details = () => {
    if (!chosen) return [el("p", { class: "calc-hint" }, "Choose a card on the board to see its arrows, move it or attack with it.")];
    const looked = chosen;
    const { slug, board } = looked;
    const structure = board === "own" ? own : /** @type {Structure} */ (rival);
    const isRoot = slug === structure.root;
    const shut = /** @type {Side[]} */ (freeSides(structure, slug)).filter((side) => blockers(structure, slug, side).length);
    const steps = distance(structure, slug);
    const others = [...structure.placements.keys()].filter((each) => each !== slug);
    const below = [...puppets(structure, slug).values()];
    const master = structure.placements.get(slug)?.master ?? null;
    const rest = others.filter((each) => each !== master && !below.includes(each));
    // A line of the calculator has each card once, so a rival's Illuminati that is yours too cannot be said there.
    const isSaid = (/** @type {string | null} */ each) => each === null || !own.placements.has(each);
    const attackIt = position({
      attacker, target: slug, at: steps, under: isSaid(master) ? master : null, over: below, rival: rest.filter(isSaid),
      arrows: openArrows(own, attacker).length,
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
        isRoot ? null : button(board === "own" ? "Move it" : "Capture it", () => pick(slug, board)),
        isRoot ? null : button(below.length ? "Remove it with its puppets" : "Remove it", () => drop(looked)),
        board === "own" || isRoot ? null : el("a", { class: "button", href: attackIt }, `Attack it with ${name(attacker)}`),
      ),
      board === "own" && rival ? el("p", { class: "calc-hint" }, "Choose a Group of the rival's to attack it with this card.") : null,
    ].filter((each) => each !== null);
  };

  // --- all together ---------------------------------------------------------------------------------------------------------

  const ownRoot = cardSelect("Your Illuminati", illuminati, (slug) => {
    if (!slug) return render();
    const found = exchanged(own, slug);
    if (chosen?.board === "own" && chosen.slug === own.root) chosen = { slug, board: "own" };
    return change(after(found.structure, rival, told(found, lost.capture)), `Your Illuminati: ${name(slug)}.`);
  });
  const rivalRoot = cardSelect("A rival's Illuminati", illuminati, (slug) => {
    if (!slug) return change(after(own, null), "No rival.");
    const found = rival ? exchanged(rival, slug) : { structure: structureOf(book, slug), turned: [], lost: [] };
    if (rival && chosen?.board === "rival" && chosen.slug === rival.root) chosen = { slug, board: "rival" };
    return change(after(own, found.structure, told(found, lost.capture)), `The rival: ${name(slug)}.`);
  });
  const groups = cards.filter((card) => card.kind === "group" && card.arrow_in);
  const picker = cardPicker({
    label: "A Group to lay", hint: "Then choose where: every place is a button on the board.", keep: false,
    choices: () => groups.filter(({ slug }) => !isUsed(slug)),
    choose: (found) => { if (found) take({ branch: { card: found.slug, puppets: [] }, from: "cards" }); },
  });
  const rivalPicker = cardPicker({
    label: "A Group of the rival's", hint: "It goes to the first open arrow.", keep: false, choices: () => groups.filter(({ slug }) => !isUsed(slug)),
    choose: (found) => {
      if (!rival || !found) return undefined;
      const bars = barsTo(rival, found.slug, rules);
      const masters = [...rival.placements.keys()];
      for (const master of chosen?.board === "rival" ? [chosen.slug, ...masters] : masters) {
        for (const side of bars(master) ? [] : SIDES) {
          const laid = fit(rival, { card: found.slug, puppets: [] }, master, side);
          if (laid) return change(after(own, laid.structure), `${found.name} is on the ${side} side of ${name(master)}.`);
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
    [[own, rival], chosen] = [before, null];
    hold(null);
    attacker = own.root;
    remember();
    render(past.length ? null : { slug: own.root, board: "own" }); // where the button cannot be pressed any more, it loses the focus
    say("Undone.");
  });
  const copyLink = button("Copy link", () => {
    remember();
    copy(location.href, "the link");
  });
  const problems = el("ul", { class: "calc-problems", role: "alert", hidden: !read.problems.length },
    ...read.problems.map((words) => el("li", {}, words)));

  const drawnAt = (/** @type {Spot} */ { slug, board }) => (
    (board === "own" ? ownBoard : rivalBoard).querySelector(`[data-card="${CSS.escape(slug)}"]`)
  );
  /** Draw all anew. The card that has the focus keeps it, or another gets it. */
  const render = (/** @type {Spot | null} */ focus = null) => {
    const active = document.activeElement;
    const held = active instanceof SVGElement ? active.dataset.card : null;
    const here = held ? /** @type {Spot} */ ({ slug: held, board: rivalBoard.contains(active) ? "rival" : "own" }) : null;
    const onlyOnce = Boolean(rules.its["illuminati-once"]);
    ownRoot.set(own.root, onlyOnce && rival ? [rival.root] : [], false);
    rivalRoot.set(rival?.root ?? "", onlyOnce ? [own.root] : [], false);
    rivalPicker.element.hidden = rival === null;
    ownBoard.replaceChildren(drawn(own, "own"));
    rivalBoard.replaceChildren(...(rival ? [drawn(rival, "rival")] : []));
    about.replaceChildren(...details());
    const where = places.length ? "Choose where it lies." : "There is no place for it.";
    inHand.textContent = hand ? `In your hand: ${names(cardsOf(hand.branch))}. ${where}` : "";
    letGoButton.hidden = hand === null;
    undo.disabled = past.length === 0;
    const wanted = focus ?? here;
    const again = wanted && drawnAt(wanted);
    if (again instanceof SVGElement) again.focus({ preventScroll: focus === null });
  };
  root.replaceChildren(
    problems,
    el("div", { class: "calc-pair" }, ownRoot.element, picker.element),
    inHand, el("div", { class: "calc-buttons" }, letGoButton, undo, copyLink), copied, byHand,
    el("div", { class: "sketch-columns" }, ownBoard, about), rivalPart, spoken,
  );
  render();
}
