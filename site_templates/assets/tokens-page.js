// @ts-check
/**
 * The page about Action tokens: what they can buy, which Groups give Relief most cheaply, which a Plot gives tokens back to. Controls
 * around one line of text, which is also the address of the page. It does nothing on pages without `#tokens`.
 *
 * @typedef {import("./attack-types.js").Card} Card
 * @typedef {import("./tokens.js").Giver} Giver
 * @typedef {import("./tokens.js").Tokens} Tokens
 */

import { cardList, cardSelect, section, stepper } from "./calculator-controls.js";
import { dated, toHash } from "./calculator-model.js";
import { copier } from "./calculator-share.js";
import { el, freshId } from "./dom.js";
import { followAddress, gameChoice } from "./game-choice.js";
import {
  cheapestRelief, formatTokens, noTokens, plotsBought, powerForRelief, readTokens, relievesAlone, reloadBest, reloads, together,
} from "./tokens.js";

/** How long after the last change the answer is read out, in milliseconds. */
const QUIET = 400;

const root = document.getElementById("tokens");
if (root) start(root);

function start(/** @type {HTMLElement} */ root) {
  const times = Number(root.dataset.relief);
  const { base, place, withData, withLine } = gameChoice(root, (game) => withData(game, (data) => {
    history.replaceState(history.state, "", addressOf(noTokens(game)));
    lay(data, null);
  }));
  const lay = (/** @type {import("./goal-line.js").Game} */ { game, cards, its }, /** @type {string | null} */ line) => (
    page(place, game, cards, line === null ? { tokens: noTokens(game), problems: [] } : readTokens(line, cards, game), {
      base, times: its.relief ? times : null,
    })
  );
  followAddress((text) => withLine(text, (data, { line }) => lay(data, line)));
}

/** The part of a link behind the address of the page. */
function addressOf(/** @type {Tokens} */ tokens) {
  return `#${toHash(dated(formatTokens(tokens)))}`;
}

/**
 * @param {HTMLElement} root @param {string} game @param {Card[]} cards @param {ReturnType<typeof readTokens>} read
 * @param {{base: URL, times: number}} about
 */
function page(root, game, cards, read, { base, times }) {
  const bySlug = new Map(cards.map((card) => [card.slug, card]));
  const ofKind = (/** @type {(card: Card) => boolean} */ fits) => cards.filter(fits).sort((a, b) => (a.name < b.name ? -1 : 1));
  const [groups, places, plots] = [
    ofKind((card) => card.kind === "group"), ofKind((card) => card.subtype === "place"), ofKind(reloads),
  ];
  const card = (/** @type {string} */ slug) => /** @type {Card} */ (bySlug.get(slug));
  const link = (/** @type {Card} */ of) => el("a", { class: "card-link", href: new URL(of.url, base).href }, of.name);
  let tokens = read.tokens ?? noTokens(game);

  const set = (/** @type {Partial<Tokens>} */ some) => {
    tokens = { ...tokens, ...some };
    history.replaceState(history.state, "", addressOf(tokens));
    problems.hidden = true;
    render();
  };
  const problems = el("ul", { class: "calc-problems", role: "alert", hidden: !read.problems.length },
    ...read.problems.map(({ message }) => el("li", {}, message)));

  /** A list of Groups, each with the Power that it has now. */
  const groupList = (/** @type {"ready" | "spent"} */ which, /** @type {string} */ label, /** @type {string} */ hint) => {
    const taken = () => new Set([...tokens.ready, ...tokens.spent].map(([slug]) => slug));
    return cardList({
      label, hint, choices: () => groups.filter(({ slug }) => !taken().has(slug) && !(which === "ready" && slug === tokens.relief)),
      cards: () => tokens[which].map(([slug]) => card(slug)),
      add: (slug) => set({ [which]: [...tokens[which], [slug, null]] }),
      remove: (slug) => set({ [which]: tokens[which].filter(([other]) => other !== slug) }),
      row: (of) => {
        const number = stepper(`Power of ${of.name} now`, "Power", (value) => set({
          [which]: tokens[which].map(([slug, power]) => [slug, slug === of.slug ? value : power]),
        }));
        return {
          element: el("div", {}, link(of), number.element),
          show: () => number.set(tokens[which].find(([slug]) => slug === of.slug)?.[1] ?? null, of.power ?? 0),
        };
      },
    });
  };

  const own = cardSelect("Your Illuminati", ofKind((card) => card.kind === "illuminati"), (slug) => set({ own: slug || null }));
  const illuminati = stepper("Tokens on your Illuminati", "token", (value) => set({ illuminati: value ?? 0 }));
  const ready = groupList("ready", "Your Groups with an Action token", "Not those of Resources: they buy nothing.");
  const relief = cardSelect("A Devastated Place", places, (slug) => (
    set({ relief: slug || null, ready: tokens.ready.filter(([other]) => other !== slug) }) // it has lost its token
  ));
  const reload = cardSelect("A Plot that gives tokens back", plots, (slug) => set({ reload: slug || null }));
  const spent = groupList("spent", "Your Groups without a token", "");
  const reliefPart = section("Relief", relief.element);
  reliefPart.hidden = times === null;

  const answer = el("div", { class: "calc-answer" });
  const spoken = el("p", { class: "calc-spoken", role: "status" });
  let speaking = 0;
  const names = (/** @type {Giver[]} */ some) => some.flatMap(({ card: of, power }, index) => [index ? ", " : "", link(of), ` (${power})`]);
  const title = (/** @type {string} */ words) => el("h2", { class: "calc-heading" }, words);

  const bought = () => {
    const plotsNow = plotsBought(tokens);
    return [
      title("Buying"),
      el("p", { class: "calc-big" }, el("strong", {}, `${plotsNow} ${plotsNow === 1 ? "Plot" : "Plots"}`)),
      el("p", {}, `One for each token of the Illuminati (${tokens.illuminati}), one for two tokens of other Groups (${tokens.ready.length}).`),
    ];
  };
  const relieved = () => {
    if (!tokens.relief || times === null) return [];
    const place = card(tokens.relief);
    const price = times * (place.power ?? 0);
    const root = tokens.own ? card(tokens.own) : null;
    const givers = tokens.ready.map(([slug, now]) => ({ card: card(slug), power: powerForRelief(card(slug), now) }));
    if (root) givers.push(...Array(tokens.illuminati).fill({ card: root, power: powerForRelief(root, null) }));
    const alone = givers.map((each) => each.card).filter(relievesAlone);
    const best = cheapestRelief(givers, price);
    return [
      title(`Relief for ${place.name}`),
      el("p", { class: "calc-big" }, el("strong", {}, `Power ${price}`), " ", el("span", {}, `${times} times its printed ${place.power}`)),
      best
        ? el("p", {}, "Cheapest: ", ...names(best), `. ${best.length === 1 ? "One token" : `${best.length} tokens`}, Power ${together(best)}.`)
        : el("p", { class: "calc-illegal" }, `Your cards have Power ${together(givers)} together: ${price - together(givers)} more is needed.`),
      alone.length
        ? el("p", {}, "With its own action alone, whatever its Power: ", ...alone.flatMap((each, index) => [index ? " or " : "", link(each)]), ".")
        : null,
      tokens.illuminati && !root ? el("p", { class: "calc-hint" }, "An action of your Illuminati counts as well: choose which they are.") : null,
    ];
  };
  const given = () => {
    if (!tokens.reload) return [];
    const plot = card(tokens.reload);
    const { total, meant, alone, several } = reloadBest(plot, tokens.spent.map(([slug, now]) => (
      { card: card(slug), power: now ?? card(slug).power ?? 0 }
    )));
    const others = tokens.spent.map(([slug]) => card(slug)).filter((each) => !meant.some((giver) => giver.card === each));
    return [
      title(plot.name),
      alone
        ? el("p", {}, "One Group, of any Power: ", ...names([alone]), ".")
        : el("p", {}, "It gives a token to none of these Groups."),
      tokens.illuminati ? null : el("p", { class: "calc-illegal" }, "It takes an action of your Illuminati, and there is no token for it."),
      several.length > 1 ? el("p", {}, `Or several with Power ${total} together at most: `, ...names(several), ".") : null,
      others.length
        ? el("p", { class: "calc-hint" }, `Not the kind of Group that it means: ${others.map((each) => each.name).join(", ")}.`) : null,
    ];
  };

  const { copied, byHand, copy } = copier();
  const copyLink = el("button", { type: "button", on: { click: () => copy(location.href, "the link") } }, "Copy link");
  const reset = el("button", { type: "button", on: { click: () => set(noTokens(game)) } }, "Reset");

  const render = () => {
    own.set(tokens.own ?? "", [], false);
    illuminati.set(tokens.illuminati);
    relief.set(tokens.relief ?? "", [], false);
    reload.set(tokens.reload ?? "", [], false);
    for (const list of [ready, spent]) list.show(/** @type {any} */ (null));
    answer.replaceChildren(...[...bought(), ...relieved(), ...given()].filter((each) => each !== null));
    clearTimeout(speaking);
    const words = answer.innerText;
    speaking = window.setTimeout(() => { if (spoken.textContent !== words) spoken.textContent = words; }, QUIET);
  };
  const resultId = freshId("result");
  root.replaceChildren(el(
    "div", { class: "calc-columns" },
    el(
      "form", { "class": "calc-form", "aria-label": "Action tokens", "on": { submit: (/** @type {Event} */ event) => event.preventDefault() } },
      section("Tokens", own.element, illuminati.element, ready.element), reliefPart,
      section("Tokens back", reload.element, spent.element),
      section("Share", problems, el("div", { class: "calc-buttons" }, copyLink, reset), copied, byHand),
    ),
    el("section", { "class": "calc-result", "id": resultId, "aria-label": "Result" }, answer, spoken),
  ));
  render();
}
