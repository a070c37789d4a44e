// Why a position has its value, in four ways: the sum in binary columns, the least number that no
// option has, the options two levels deep, and what the answer rests on. `lines` gives the first
// two as sentences, for a lesson that goes one step at a time.

import { h, s } from "./dom.js";
import { isEmpty, components } from "./position.js";

const MOST_OPTIONS = 60;
const MOST_BITS = 64;

const binary = (value, width) => BigInt(value).toString(2).padStart(width, "0");

/** The values of the components in binary, one above the other: a column with an odd number of ones is left. */
export function sumTab({ explanation }) {
  if (!explanation.xor) {
    return [h("p", {}, explanation.convention === "misere"
      ? "In misère play values do not add: the whole sum is searched, and only who wins is known."
      : "The answer gives who wins, and not the values of the components.")];
  }
  const total = explanation.value;
  const width = Math.min(MOST_BITS, Math.max(1, ...[...explanation.xor, total].map((value) => BigInt(value).toString(2).length)));
  const odd = binary(total, width);
  const cells = (value, name) => [...binary(value, width)].map((bit, at) =>
    h("td", { class: `bit${odd[at] === "1" ? " odd" : ""}${bit === "1" ? " one" : ""}${name}` }, bit));
  const rows = explanation.components.map((part, at) =>
    h("tr", {}, h("th", { scope: "row" }, written(part)), cells(explanation.xor[at], ""), h("td", { class: "equals" }, `= ${explanation.xor[at]}`)));
  const lost = String(total) === "0";
  return [
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Binary columns" }, h("table", { class: "columns" },
      h("caption", {}, "Each value as a sum of powers of two"),
      h("tbody", {}, rows),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "xor"), cells(total, " total"), h("td", { class: "equals" }, `= ${total}`))))),
    h("p", {}, explanation.components.every((part) => part.options?.length === 0) ? "There is no move."
      : lost
      ? "Every column has an even number of ones. Each move changes a column to odd, and the other player can repair it: the player to move loses."
      : "A marked column has an odd number of ones. A winning move makes every column even, and leaves the value 0."),
  ];
}

/** The entry of a component, which may be that of a group of equal neighbours. */
const focused = ({ components }, focus) =>
  components.find(({ component, count }) => component <= focus && focus < component + (count ?? 1)) ?? components.at(-1);

/** The entry that has the options of a component: that of an equal one before it, if there is one. */
const twinOf = ({ components }, part) => part.same_as === null ? part : components.find(({ component }) => component === part.same_as);

/** A component, or a group as positions have it. */
const written = ({ position, count }) => `${count ? `${count}*` : ""}${position}`;

/** The options of one component: their values, and the least number that is missing. */
export function mexTab({ explanation, focus, choose }) {
  if (!explanation.components) {
    const list = (explanation.options ?? []).slice(0, MOST_OPTIONS);
    return [
      h("p", {}, "The player to move wins if a move leaves a position that the opponent loses."),
      h("ul", { class: "options" }, list.map((move) =>
        h("li", {}, `${move.from} → ${move.to}: the opponent ${move.wins ? "loses" : "wins"}`))),
    ];
  }
  const parts = explanation.components;
  const part = focused(explanation, focus);
  const picker = parts.length < 2 ? null : h("div", { class: "picker", role: "group", "aria-label": "Component" }, parts.map((one) =>
    h("button", { type: "button", "data-key": `mex ${one.component}`, "aria-pressed": String(one === part), onclick: () => choose(one.component) }, written(one))));
  const twin = twinOf(explanation, part);
  const law = twin.law === null ? null : h("p", {}, `Closed form: ${twin.law}.`);
  if (!Array.isArray(twin.options)) {
    return [picker, law ?? h("p", {}, `Its options are too many to list; their values leave ${twin.mex} as the least number missing.`)];
  }
  const reached = new Set(twin.options.map(({ value }) => String(value)));
  const top = Number(twin.mex) <= 40 ? Number(twin.mex) : -1;
  const line = top < 0 ? null : h("div", { class: "line", "aria-hidden": "true" },
    Array.from({ length: top + 1 }, (_, value) => h("span", { class: value === top ? "missing" : "present" }, value)));
  const rows = twin.options.slice(0, MOST_OPTIONS).map((option) => h("tr", {},
    h("td", {}, "leave ", h("b", {}, isEmpty(option.to) ? "nothing" : option.to)),
    h("td", { class: "sum" }, option.terms && option.terms.length > 1 ? option.terms.join(" xor ") : ""),
    h("td", { class: "value" }, String(option.value))));
  return [
    picker,
    h("table", { class: "options" },
      h("caption", {}, `The options of ${twin.position} and their values`),
      h("tbody", {}, rows)),
    twin.options.length > MOST_OPTIONS ? h("p", { class: "note" }, `and ${twin.options.length - MOST_OPTIONS} more`) : null,
    line,
    h("p", {}, reached.size === 0
      ? "There are no options: the value is 0."
      : `The options reach {${[...reached].sort((a, b) => Number(a) - Number(b)).slice(0, 30).join(", ")}}. The least number missing is ${twin.mex}: that is the value.`),
    law,
  ];
}

/** The steps of an explanation, one sentence each. */
export function lines(explanation) {
  if (!explanation.components) {
    const winning = (explanation.options ?? []).filter((move) => move.wins);
    return [
      "In misère play the one who makes the last move loses.",
      winning.length > 0
        ? `There is a move to a position that the opponent loses: ${winning[0].from} → ${winning[0].to}.`
        : "Every move leaves a position that the opponent wins.",
      winning.length > 0 ? "So the player to move wins." : "So the player to move loses.",
    ];
  }
  const sentences = [];
  for (const part of explanation.components) {
    if (part.same_as !== null) sentences.push(`${part.position} has been seen before: its value is ${part.mex}.`);
    else if (Array.isArray(part.options) && part.options.length <= 24) {
      const reached = [...new Set(part.options.map(({ value }) => String(value)))].sort((a, b) => a - b);
      sentences.push(`From ${part.position} the moves reach the values {${reached.join(", ")}}.`);
      sentences.push(`The least number missing there is ${part.mex}: the value of ${part.position} is ${part.mex}.`);
    } else sentences.push(`The value of ${part.position} is ${part.mex}.`);
  }
  if (explanation.xor.length > 1) sentences.push(`Between the components: ${explanation.xor.join(" xor ")} = ${explanation.value}.`);
  sentences.push(String(explanation.value) === "0"
    ? "The value is 0: the player to move loses."
    : "The value is not 0: the player to move wins, by a move that leaves 0.");
  return sentences;
}

/** What the answer rests on, and how to verify it without this page. */
export function proofTab({ explanation, proof, command }) {
  const rests = explanation.status === "proved"
    ? "Proved: a checker that shares no code with the solver has verified this answer from the rules."
    : "Computed: the checker has not verified this answer within the limits.";
  const period = proof && !proof.error && proof.period
    ? h("p", {}, `Every heap: ${proof.status === "proved" ? "proved" : proof.status} to be periodic with period ${proof.period}`,
      proof.last_exception === null ? ", without an exception." : `; the last exception is at ${proof.last_exception}.`,
      proof.theorem ? ` Theorem: ${proof.source ?? proof.theorem}; it needs the values to ${proof.computed_to}.` : "")
    : null;
  const machine = proof && !proof.error && proof.states
    ? h("p", {}, `Every word: an automaton of ${proof.states} states gives the values (${proof.status}).`)
    : null;
  return [
    h("p", {}, rests),
    h("p", {}, "Method: ", h("code", {}, explanation.solver), "."),
    period,
    machine,
    h("p", {}, "Verify it yourself:"),
    h("pre", {}, `${command} --certificate k.cert\ngrundy check k.cert`),
  ];
}

/** Options of one component, two levels deep, in columns; `below` gives the options of a text. */
export function graphTab({ explanation, focus, below }) {
  if (!explanation.components) return [h("p", {}, "The graph shows values, and there are none in misère play.")];
  const part = focused(explanation, focus);
  const twin = twinOf(explanation, part);
  if (!Array.isArray(twin.options)) return [h("p", {}, "There are too many options to draw.")];
  const first = twin.options.slice(0, 9);
  const second = new Map();
  for (const option of first) {
    for (const next of below(option.to) ?? []) {
      if (second.size < 14 || second.has(next.to)) second.set(next.to, { to: next.to, value: next.value, from: [...(second.get(next.to)?.from ?? []), option.to] });
    }
  }
  const lower = [...second.values()];
  const height = 34 * Math.max(first.length, lower.length, 3);
  const place = (at, count) => (height * (at + 0.5)) / count;
  const node = (x, y, text, value, name) => s("g", { class: `node ${name}` },
    s("rect", { x: x - 52, y: y - 12, width: 104, height: 24, rx: 6 }),
    s("text", { x: x - 44, y: y + 4 }, text.length > 10 ? `${text.slice(0, 9)}…` : text),
    s("text", { x: x + 44, y: y + 4, class: "value", "text-anchor": "end" }, String(value)));
  const columns = [58, 214, 370];
  const edge = (x1, y1, x2, y2, wins) => s("path", { class: wins ? "edge wins" : "edge", d: `M${x1 + 52} ${y1}C${x1 + 90} ${y1} ${x2 - 90} ${y2} ${x2 - 52} ${y2}` });
  const ys = new Map(first.map((option, at) => [option.to, place(at, first.length)]));
  const total = `Option graph of ${part.position}: options ${first.map(({ to, value }) => `${to} with value ${value}`).join(", ")}`;
  return [
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Option graph" },
      s("svg", { class: "graph", viewBox: `0 0 428 ${height}`, role: "img", "aria-label": total },
        first.map((option) => edge(columns[0], height / 2, columns[1], ys.get(option.to), String(option.value) === "0")),
        lower.flatMap((next, at) => next.from.map((from) => edge(columns[1], ys.get(from), columns[2], place(at, lower.length), String(next.value) === "0"))),
        node(columns[0], height / 2, part.position, twin.mex, "root"),
        first.map((option) => node(columns[1], ys.get(option.to), option.to, option.value, String(option.value) === "0" ? "zero" : "")),
        lower.map((next, at) => node(columns[2], place(at, lower.length), next.to, next.value, String(next.value) === "0" ? "zero" : "")))),
    h("p", { class: "note" }, "The position and its value, its options, and their options. A heavy frame and line mark the value 0.",
      twin.options.length > first.length ? ` ${twin.options.length - first.length} more options are not drawn.` : ""),
  ];
}

/** The texts whose options the graph needs. */
export function graphNeeds({ explanation, focus }) {
  const twin = explanation.components?.length > 0 ? twinOf(explanation, focused(explanation, focus)) : undefined;
  if (!Array.isArray(twin?.options)) return [];
  return twin.options.slice(0, 9).map(({ to }) => to).filter((text) => components(text).length === 1 && !isEmpty(text));
}
