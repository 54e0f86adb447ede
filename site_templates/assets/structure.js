// @ts-check
/**
 * A Power Structure in the browser: the twin of generator/engine/geometry.py and structure.py, where the measures and rules are explained;
 * tests/test_sketcher.py holds the two together. A structure never changes: laying, moving or removing answers a new one. All is pure.
 *
 * The line of a structure names the game, the word `structure` and the Illuminati with its puppets, each with the side of its master; then
 * that of a rival, if there is one:
 *
 *     inwo structure bavarian-illuminati(top:russia(left:kgb),left:cfl-aio) rival the-network
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {"top" | "right" | "bottom" | "left"} Side
 * @typedef {{master: string | null, side: Side | null, rotation: number, x: number, y: number}} Placement  middle in half units
 * @typedef {{x: number, y: number, halfWidth: number, halfHeight: number}} Rectangle
 * @typedef {{card: string, puppets: Array<[Side, Branch]>}} Branch
 * @typedef {{book: Map<string, Card>, root: string, placements: Map<string, Placement>, loose: boolean}} Structure
 *   cards by slug, masters first; `loose`: whether a card that is still to be laid, or is just being moved, lets Groups lie without an arrow
 * @typedef {{structure: Structure, turned: string[], lost: string[]}} Fit
 */

import { matches, sentences, settled } from "./selecting.js";

/** @type {Side[]} */
export const SIDES = ["top", "right", "bottom", "left"];
const [SHORT, LONG] = [5, 7];
const STEP = [[0, -1], [1, 0], [0, 1], [-1, 0]];

const facing = (/** @type {Side} */ side, /** @type {number} */ rotation) => (SIDES.indexOf(side) + rotation) % 4;
const outline = (/** @type {boolean} */ alongX) => (alongX ? [LONG, SHORT] : [SHORT, LONG]);
const says = (/** @type {Card} */ card, /** @type {string} */ rule) => card.clauses.find(({ tree }) => tree?.is === "Standing" && tree.rule === rule);
const overlaps = (/** @type {Rectangle} */ a, /** @type {Rectangle} */ b) => (
  Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth && Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight
);

/** @returns {Card} */
function cardOf(/** @type {Structure} */ { book }, /** @type {string} */ slug) {
  return /** @type {Card} */ (book.get(slug));
}

/** The Illuminati alone. @param {Map<string, Card>} book @param {string} root @returns {Structure} */
export function structureOf(book, root) {
  return { book, root, placements: new Map([[root, { master: null, side: null, rotation: 0, x: 0, y: 0 }]]), loose: false };
}

// --- asking -------------------------------------------------------------------------------------------------------------

/** The outline of a card where it lies. @param {Structure} structure @param {string} slug @returns {Rectangle} */
export function rectangle(structure, slug) {
  const { x, y, rotation } = /** @type {Placement} */ (structure.placements.get(slug));
  const into = cardOf(structure, slug).arrow_in;
  const direction = into === null ? 1 : facing(/** @type {Side} */ (into), rotation);
  const [halfWidth, halfHeight] = outline(direction % 2 === 1);
  return { x, y, halfWidth, halfHeight };
}

/** The middle of the edge of a card on that side, and the direction it faces. @param {Structure} structure @param {string} slug @param {Side} side */
export function arrowAt(structure, slug, side) {
  const { x, y, halfWidth, halfHeight } = rectangle(structure, slug);
  const direction = facing(side, /** @type {Placement} */ (structure.placements.get(slug)).rotation);
  const [dx, dy] = STEP[direction];
  return { x: x + dx * halfWidth, y: y + dy * halfHeight, direction };
}

/** Where a puppet on that side of a card lies. @returns {Rectangle} */
export function placeOf(/** @type {Structure} */ structure, /** @type {string} */ master, /** @type {Side} */ side) {
  const { x, y, direction } = arrowAt(structure, master, side);
  const [dx, dy] = STEP[direction];
  const [halfWidth, halfHeight] = outline(dx !== 0);
  return { x: x + dx * LONG, y: y + dy * LONG, halfWidth, halfHeight };
}

/** The cards directly controlled by this one, by the side they hang on, clockwise from the top.
 * @param {Structure} structure @param {string} slug @returns {Map<Side, string>} */
export function puppets(structure, slug) {
  const below = new Map([...structure.placements].filter(([, { master }]) => master === slug).map(([puppet, { side }]) => [side, puppet]));
  return new Map(SIDES.filter((side) => below.has(side)).map((side) => [side, /** @type {string} */ (below.get(side))]));
}

/** This Group and all below it, with the sides they hang on. @param {Structure} structure @param {string} slug @returns {Branch} */
export function branch(structure, slug) {
  return { card: slug, puppets: [...puppets(structure, slug)].map(([side, puppet]) => [side, branch(structure, puppet)]) };
}

/** All cards of a branch, each master before its puppets. @param {Branch} whole @returns {string[]} */
export function cardsOf(whole) {
  return [whole.card, ...whole.puppets.flatMap(([, puppet]) => cardsOf(puppet))];
}

/** Steps to the Illuminati: 1 for a card directly controlled by it. @param {Structure} structure @param {string} slug */
export function distance(structure, slug) {
  let steps = 0;
  for (let master = structure.placements.get(slug)?.master; master; master = structure.placements.get(master)?.master) steps += 1;
  return steps;
}

/**
 * The sides of a card on which a puppet may lie, blocked or not: its free arrows; all sides where the puppet lets it lie without an arrow,
 * or a card of the structure does, which allows no more puppets than arrows. Without a puppet only the arrows are asked for.
 * @param {Structure} structure @param {string} slug @param {string | null} [puppet]
 */
export function freeSides(structure, slug, puppet = null) {
  const used = puppets(structure, slug);
  const arrows = cardOf(structure, slug).arrows_out;
  const anywhere = isLoose(structure);
  if (anywhere && used.size >= arrows.length) return [];
  const all = puppet !== null && (anywhere || says(cardOf(structure, puppet), "any side") !== undefined);
  return SIDES.filter((side) => (all || arrows.includes(side)) && !used.has(side));
}

/** Whether Groups may lie on sides without an arrow here. */
export function isLoose(/** @type {Structure} */ structure) {
  return structure.loose || isAnyLoose(structure.book, [...structure.placements.keys()]);
}

function isAnyLoose(/** @type {Map<string, Card>} */ book, /** @type {string[]} */ slugs) {
  return slugs.some((slug) => says(/** @type {Card} */ (book.get(slug)), "all on any side"));
}

/** The cards that lie where a puppet on that side would lie. @param {Structure} structure @param {string} slug @param {Side} side */
export function blockers(structure, slug, side) {
  const place = placeOf(structure, slug, side);
  return [...structure.placements.keys()].filter((other) => overlaps(rectangle(structure, other), place));
}

/** The arrows of a card that are neither used nor blocked. @param {Structure} structure @param {string} slug */
export function openArrows(structure, slug) {
  return freeSides(structure, slug).filter((side) => !blockers(structure, slug, side).length);
}

/** The sides of a card on which that puppet may lie and nothing is in the way. */
export function openSides(/** @type {Structure} */ structure, /** @type {string} */ slug, /** @type {string} */ puppet) {
  return freeSides(structure, slug, puppet).filter((side) => !blockers(structure, slug, side).length);
}

/**
 * What a card or a master of it says against the one being a puppet of the other, as `may_be_under` of generator/engine/inwo/board.py asks
 * it; null where nothing does. That a master has as many puppets as it may is asked of its sides. With rules the masters are what the cards
 * of the structure make of them, without, what they print.
 * @param {Structure} structure @param {string} slug @param {import("./attack-types.js").Rules | null} [rules]
 * @returns {(master: string) => string | null}
 */
export function barsTo(structure, slug, rules = null) {
  const card = cardOf(structure, slug);
  const bans = sentences(card, "MayNot").filter(([, { tree }]) => tree.deed.includes("be given"));
  const attack = bans.length ? standingAttack(structure, card, rules) : null;
  return (master) => {
    const over = cardOf(structure, master);
    const asked = (card.subtype !== "personality" && says(over, "over Personalities")) || (over.subtype !== "personality" && says(card, "under Personality"));
    if (asked) return asked.text;
    const [piece, speaker] = [over, card].map((each) => attack?.pieces.find((found) => found.card.id === each.id));
    const ban = attack && piece && speaker && bans.find(([, { tree }]) => matches(tree.who, piece, attack, speaker));
    return ban ? ban[1].text.replace(/[[\]]/g, "") : null;
  };
}

/** The structure, and a card wherever it is, as an attack that is none: sentences are about attacks.
 * @param {Structure} structure @param {Card} card @param {import("./attack-types.js").Rules | null} rules @returns {import("./attack-types.js").Attack} */
function standingAttack(structure, card, rules) {
  const piece = (/** @type {Card} */ each, /** @type {string | null} */ master) => (/** @type {import("./attack-types.js").Piece} */ ({
    card: each, owner: "you", alignments: each.alignments, openArrows: 0, attacksMade: 0, linked: null, power: null,
    master: master === null ? null : cardOf(structure, master).id,
  }));
  const pieces = [...structure.placements].map(([slug, { master }]) => piece(cardOf(structure, slug), master));
  if (!structure.placements.has(card.slug)) pieces.push(piece(card, null));
  const root = cardOf(structure, structure.root).id;
  const attack = {
    kind: "control", attacker: root, target: root, pieces, helpers: [], opponents: [], distance: null, spent: {}, played: [], privileged: false,
    differs: [], agents: [], devastated: [], fromHand: false, idle: {}, uses: {},
  };
  return rules ? settled(attack, rules) : attack;
}

// --- changing -----------------------------------------------------------------------------------------------------------

/** With one more Group; nothing is asked. @returns {Structure} */
function laid(/** @type {Structure} */ structure, /** @type {string} */ slug, /** @type {string} */ master, /** @type {Side} */ side) {
  const { x, y } = placeOf(structure, master, side);
  const direction = arrowAt(structure, master, side).direction;
  const into = /** @type {Side} */ (cardOf(structure, slug).arrow_in);
  const rotation = (((direction + 2) % 4) - SIDES.indexOf(into) + 4) % 4;
  return { ...structure, placements: new Map([...structure.placements, [slug, { master, side, rotation, x, y }]]) };
}

/**
 * With one more Group on that side of its master; null where it cannot lie there.
 * @param {Structure} structure @param {string} slug @param {string} master @param {Side} side @returns {Structure | null}
 */
export function lay(structure, slug, master, side) {
  const may = !structure.placements.has(slug) && structure.placements.has(master) && cardOf(structure, slug).arrow_in !== null
    && openSides(structure, master, slug).includes(side);
  return may ? laid(structure, slug, master, side) : null;
}

/** Without this Group and its puppets. @param {Structure} structure @param {string} slug @returns {Structure} */
export function remove(structure, slug) {
  const gone = new Set(cardsOf(branch(structure, slug)));
  return { ...structure, placements: new Map([...structure.placements].filter(([each]) => !gone.has(each))) };
}

/**
 * A captured, given or moved Group with its puppets, laid on an arrow. Puppets stay on their sides; where that would overlap, some are turned
 * to other free arrows of the same master, and what has no place is lost: as many as possible are kept, then as many as possible where they
 * were, then earlier sides first. Null where the Group itself does not fit.
 * @param {Structure} structure @param {Branch} whole @param {string} master @param {Side} side @returns {Fit | null}
 */
export function fit(structure, whole, master, side) {
  const start = lay(structure, whole.card, master, side);
  // A card of the branch speaks for the puppets laid before it, too, but for no Group that is not its owner's yet.
  const loose = structure.loose || isAnyLoose(structure.book, cardsOf(whole));
  return start && closed(fitted({ ...start, loose }, [...linksOf(whole)]), structure.loose);
}

/**
 * The structure with every Group on an arrow on which it may lie now: as many as possible are kept, as many as possible where they are. A card
 * that lets Groups lie without an arrow does so for those laid before it, too.
 * @param {Structure} structure @returns {Fit}
 */
export function resettled(structure) {
  const { root, placements, loose } = structure;
  const start = { ...structure, loose: isLoose(structure), placements: new Map([...placements].filter(([slug]) => slug === root)) };
  const found = fitted(start, [...linksOf(branch(structure, root))]);
  return { ...found, structure: { ...found.structure, loose } };
}

/** The links laid as well as it goes. @returns {Fit} */
function fitted(/** @type {Structure} */ start, /** @type {Link[]} */ links) {
  const kept = keepAll(start, links);
  if (kept !== null) return { structure: kept, turned: [], lost: [] };
  const found = search(start, links);
  const isTurned = (/** @type {Link} */ link) => found.placements.has(link.card) && found.placements.get(link.card)?.side !== link.side;
  return {
    structure: found, turned: links.filter(isTurned).map(({ card }) => card),
    lost: links.filter(({ card }) => !found.placements.has(card)).map(({ card }) => card),
  };
}

/** A fit with all cards laid that are going to be. If the card that let Groups lie without an arrow is lost, they are resettled.
 * @returns {Fit} */
function closed(/** @type {Fit} */ found, /** @type {boolean} */ loose) {
  const structure = { ...found.structure, loose };
  if (isLoose(structure) === isLoose(found.structure)) return { ...found, structure };
  const again = resettled(structure);
  const turned = [...new Set([...found.turned, ...again.turned])].filter((slug) => again.structure.placements.has(slug));
  return { structure: again.structure, turned, lost: [...found.lost, ...again.lost] };
}

/** Another Illuminati over the same Groups, each where it is; what can no longer be so is resettled. @returns {Fit} */
export function exchanged(/** @type {Structure} */ structure, /** @type {string} */ root) {
  const now = (/** @type {string | null} */ slug) => (slug === structure.root ? root : slug);
  const placements = new Map([...structure.placements].map(([slug, place]) => (
    [/** @type {string} */ (now(slug)), { ...place, master: now(place.master) }]
  )));
  return resettled({ ...structure, root, placements });
}

/** A Group moved with its puppets to another arrow of its structure, in which it is all the while; null where that is not possible.
 * @param {Structure} structure @param {string} slug @param {string} master @param {Side} side @returns {Fit | null} */
export function move(structure, slug, master, side) {
  const whole = branch(structure, slug);
  const here = structure.placements.get(slug);
  if (slug === structure.root || cardsOf(whole).includes(master) || (here?.master === master && here.side === side)) return null;
  const found = fit({ ...remove(structure, slug), loose: isLoose(structure) }, whole, master, side);
  return found && closed(found, structure.loose);
}

/** @typedef {{master: string, side: Side, card: string, size: number}} Link */

/** @returns {Generator<Link>} */
function* linksOf(/** @type {Branch} */ whole) {
  for (const [side, puppet] of whole.puppets) {
    yield { master: whole.card, side, card: puppet.card, size: cardsOf(puppet).length };
    yield* linksOf(puppet);
  }
}

function keepAll(/** @type {Structure} */ start, /** @type {Link[]} */ links) {
  let structure = start;
  for (const { master, side, card } of links) {
    if (blockers(structure, master, side).length || !freeSides(structure, master, card).includes(side)) return null;
    structure = laid(structure, card, master, side);
  }
  return structure;
}

function search(/** @type {Structure} */ start, /** @type {Link[]} */ links) {
  let best = start;
  let [bestKept, bestUnturned] = [-1, -1];
  const place = (/** @type {Structure} */ structure, /** @type {number} */ index, /** @type {number} */ kept, /** @type {number} */ unturned) => {
    const left = links.length - index;
    if (kept + left < bestKept || (kept + left === bestKept && unturned + left <= bestUnturned)) return;
    if (left === 0) {
      [best, bestKept, bestUnturned] = [structure, kept, unturned];
      return;
    }
    const link = links[index];
    const free = freeSides(structure, link.master, link.card);
    for (const side of [...free].sort((a, b) => Number(a !== link.side) - Number(b !== link.side))) {
      if (!blockers(structure, link.master, side).length) {
        place(laid(structure, link.card, link.master, side), index + 1, kept + 1, unturned + Number(side === link.side));
      }
    }
    place(structure, index + link.size, kept, unturned);
  };
  place(start, 0, 0, 0);
  return best;
}

// --- the line -----------------------------------------------------------------------------------------------------------

/** The line of a structure, and of a rival's; reading it gives the same.
 * @param {string} game @param {Structure} structure @param {Structure | null} [rival] */
export function formatStructure(game, structure, rival = null) {
  const words = (/** @type {Branch} */ { card, puppets: below }) => (
    card + (below.length ? `(${below.map(([side, puppet]) => `${side}:${words(puppet)}`).join(",")})` : "")
  );
  const whole = (/** @type {Structure} */ of) => words(branch(of, of.root));
  return `${game} structure ${whole(structure)}${rival ? ` rival ${whole(rival)}` : ""}`;
}

/**
 * The structures of a line, or all that is wrong with it. A Group that cannot lie where the line says is a problem, and so is what is below.
 * @param {string} text @param {Map<string, Card>} book  the cards of the game by slug
 * @param {import("./attack-types.js").Ruleset} its  whether no two players have the same Illuminati; else rivals may be factions of one
 * @returns {{structure: Structure | null, rival: Structure | null, problems: string[]}}
 */
export function readStructures(text, book, its) {
  const [, tool = "", ...rest] = text.trim().split(/\s+/);
  if (tool !== "structure") {
    return { structure: null, rival: null, problems: ["A line of a structure starts with a game, the word structure and an Illuminati."] };
  }
  const at = rest.indexOf("rival");
  /** @type {string[]} */
  const problems = [];
  const seen = /** @type {Set<string>} */ (new Set());
  const structure = read((at < 0 ? rest : rest.slice(0, at)).join(""), book, seen, problems);
  const rival = at < 0 ? null : read(rest.slice(at + 1).join(""), book, seen, problems);
  if (structure && structure.root === rival?.root && its["illuminati-once"]) {
    problems.push(`${book.get(rival.root)?.name} is there twice.`);
  }
  return problems.length ? { structure: null, rival: null, problems } : { structure, rival, problems };
}

/** @typedef {{card: string, master: string, side: Side}} Lay */

/** One structure; what is wrong goes to `problems`. @returns {Structure | null} */
function read(/** @type {string} */ text, /** @type {Map<string, Card>} */ book, /** @type {Set<string>} */ seen, /** @type {string[]} */ problems) {
  // Which cards are there decides what may lie without an arrow, so all names are read before any card is laid.
  const links = linksIn(text, book, seen, problems);
  if (links === null) return null;
  const [{ card: root }, ...others] = links;
  let structure = { ...structureOf(book, root), loose: isAnyLoose(book, links.map(({ card }) => card)) };
  for (const { card, master, side } of others) {
    const [name, of] = [book.get(card)?.name, book.get(master)?.name];
    // By what they print: a master that became what the Group may not be under while it was its puppet keeps it.
    const bar = structure.placements.has(master) ? barsTo(structure, card)(master) : null;
    if (!structure.placements.has(master)) problems.push(`${name} has no place, because its master ${of} has no place.`);
    else if (bar) problems.push(`${name} can't be placed under ${of}: ${bar}.`);
    else if (!couldLie(structure, card, master, side)) problems.push(`${of} has no free arrow on its ${side} side for ${name}.`);
    else if (blockers(structure, master, side).length) {
      const inTheWay = blockers(structure, master, side).map((slug) => book.get(slug)?.name).join(" and ");
      problems.push(`${name} does not fit on the ${side} side of ${of}: ${inTheWay} in the way.`);
    } else structure = laid(structure, card, master, side);
  }
  return { ...structure, loose: false };
}

/**
 * Whether some play brings that Group to that side. A card that needs no arrow may have come before one by which no master gains more puppets
 * than it has arrows, so it does not count there.
 */
function couldLie(/** @type {Structure} */ structure, /** @type {string} */ slug, /** @type {string} */ master, /** @type {Side} */ side) {
  const used = puppets(structure, master);
  const needsNone = (/** @type {string} */ each) => says(cardOf(structure, each), "any side");
  if (used.has(side) || needsNone(slug)) return !used.has(side);
  const arrows = cardOf(structure, master).arrows_out;
  return isLoose(structure) ? [...used.values()].filter((each) => !needsNone(each)).length < arrows.length : arrows.includes(side);
}

/** The Illuminati, then each Group with its master and side; null when the text cannot be read.
 * @param {string} text @param {Map<string, Card>} book @param {Set<string>} seen @param {string[]} problems @returns {Lay[] | null} */
function linksIn(text, book, seen, problems) {
  const tokens = text.match(/[(),:]|[^(),:]+/g) ?? [];
  const before = problems.length;
  const root = tokens.shift() ?? "";
  if (book.get(root)?.kind !== "illuminati") problems.push(`There is no Illuminati ${root}.`);
  const links = [/** @type {Lay} */ ({ card: root, master: "", side: "top" })];
  const below = (/** @type {string} */ master) => {
    if (tokens[0] !== "(" || problems.length > before) return;
    do {
      tokens.shift();
      const [side, colon, card] = tokens.splice(0, 3);
      const known = book.get(card ?? "");
      if (!SIDES.includes(/** @type {Side} */ (side)) || colon !== ":") problems.push(`${side ?? "The end"} isn't a side: top, right, bottom or left.`);
      else if (known?.kind !== "group") problems.push(`There is no Group ${card ?? ""}.`);
      else if (seen.has(card)) problems.push(`${known.name} is there twice.`);
      if (problems.length > before) return;
      links.push({ card, master, side: /** @type {Side} */ (side) });
      seen.add(card);
      below(card);
      if (problems.length > before) return;
    } while (tokens[0] === ",");
    if (tokens.shift() !== ")") problems.push("A bracket is not closed.");
  };
  below(root);
  if (tokens.length && problems.length === before) problems.push(`Nothing may follow the last bracket: ${tokens.join("")}`);
  return problems.length > before ? null : links;
}
