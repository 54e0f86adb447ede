// @ts-check
/**
 * What an attack and its explanation are made of: types for those who read and edit the scripts. No page loads this file.
 *
 * @typedef {{is: string, [field: string]: any}} Tree
 * @typedef {{text: string, tree: Tree | null, cites: string[]}} Clause
 * @typedef {{id: string, slug: string, name: string, url: string, set: string, subtype: string | null,
 *   kind: "illuminati" | "group" | "resource" | "plot" | "special", power: number | null, variable_power: boolean,
 *   transferable: number | null, global_power: number | null, resistance: number | null, income: number | null, alignments: string[],
 *   nwo: string | null,
 *   attributes: string[], unprinted: string[], arrow_in: string | null, arrows_out: string[], arrows_unsure: boolean,
 *   clauses: Clause[]}} Card
 * @typedef {{id: string, text: string, tree: Tree, label: string, cites: string[]}} Rule
 * @typedef {{game: string, terms: Rule[], requirements: Rule[], opposites: Record<string, string>, fails_from: number,
 *   differs: string[], agents: Record<string, number>, besides: Record<string, {text: string, cites: string[]}>,
 *   instant: {terms: string[], alignments: string[], lifted: string[]}, its: Ruleset}} Rules
 *   `agents`: what agents for and against an attack are worth; `besides`: what counts besides terms and requirements, by source
 * @typedef {{goals?: {words: string[], players: number, victims: string[]}, statements?: string[], "illuminati-once"?: boolean,
 *   "shared-decks"?: boolean, relief?: boolean, "without-place"?: {capture: string, move: string}}} Ruleset
 *   what rules/<game>/game.yaml says that scripts ask for
 * @typedef {"you" | "rival" | "nobody" | "third"} Owner
 * @typedef {{card: Card, owner: Owner, alignments: string[], openArrows: number, attacksMade: number,
 *   master: string | null, linked: string | null, power: number | null}} Piece
 * @typedef {{kind: string, attacker: string, target: string, pieces: Piece[], helpers: string[], opponents: string[],
 *   distance: number | null, spent: Record<string, number>, played: Card[], privileged: boolean, differs: string[],
 *   agents: string[], devastated: string[], fromHand: boolean, idle: Record<string, string>,
 *   opposites?: Record<string, string>, relieves?: string, victims?: boolean, nature?: string[] | null,
 *   alone?: boolean, uses: Record<string, string>, told?: string[]}} Attack
 * @typedef {{side: "attack" | "defense", amount: number, label: string, text: string, source: string, cites: string[]}} Line
 * @typedef {{ok: boolean, about: string | null, text: string, source: string, cites: string[]}} Reason
 * @typedef {{lines: Line[], reasons: Reason[], legal: boolean, strength: number, needed: number | null,
 *   fixedRoll: number | null, ways: number, outcomes: Result[], failsFrom: number, turned: Array<[number, number]>}} Ledger
 *   `failsFrom`: the lowest roll that always fails in this attack; `turned`: the rolls that cards turn into others of themselves
 * @typedef {{needed: number | null, ways: number, text: string, source: string, cites: string[]}} Result
 *   what comes of an attack by a Plot that succeeds, the better one last
 */

export {};
