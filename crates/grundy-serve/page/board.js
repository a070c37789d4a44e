// The board: every component of the sum as tokens, letters or cells. Tokens are selected, and the
// moves that fit the selection are offered under the component; the engine listed them, so that
// nothing that is not a move can be played.

import { h, roving } from "./dom.js";
import { components, describe, isEmpty, kind, lettersOf } from "./position.js";

const MOST_TOKENS = 60;
const MOST_OFFERED = 8;

/** The selected tokens of one component. */
let selection = { component: 0, from: 0, to: 0, set: new Set() };

export function clearSelection() {
  selection = { component: 0, from: 0, to: 0, set: new Set() };
}

const sorted = (texts) => texts.map(lettersOf).filter((text) => text !== "" && text !== "0").sort().join("\n");
const parts = (move) => components(move.to).map(({ text }) => text);

/** Whether a move of a heap takes the tokens `from .. to`. */
function takesTokens(move, size, from, to, gapMatters) {
  const left = [from, size - to].filter((count) => count > 0).map(String);
  const whole = size - (to - from) > 0 ? [String(size - (to - from))] : [];
  const made = sorted(parts(move));
  return made === sorted(left) || (!gapMatters && made === sorted(whole));
}

/** Whether a move of a word removes or rewrites the letters `from .. to`. */
function takesLetters(move, letters, from, to) {
  const [before, chosen, after] = [letters.slice(0, from), letters.slice(from, to), letters.slice(to)].map((all) => all.join(""));
  const made = parts(move);
  if (sorted(made) === sorted([before, after]) || sorted(made) === sorted([before + after])) return true;
  if (to - from === 1 && sorted(made) === sorted(letters.join("").split(chosen))) return true;
  if (made.length !== 1) return false;
  const word = lettersOf(made[0]);
  return word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after) && before + after !== "";
}

function takesFromBag(move, letters, chosen) {
  const left = letters.filter((_, at) => !chosen.has(at)).sort().join("");
  const made = kind(move.to);
  return made.is === "bag" && [...made.letters].sort().join("") === left;
}

function takesCells(move, rows, chosen) {
  const made = kind(parts(move)[0] ?? "");
  if (made.is !== "board" || made.rows.length !== rows.length || made.rows[0].length !== rows[0].length) return false;
  const changed = rows.flatMap((row, y) => [...row].map((cell, x) => (cell !== made.rows[y][x] ? `${y},${x}` : ""))).filter(Boolean);
  return [...chosen].every((cell) => changed.includes(cell));
}

/** The moves of a component that fit what is selected there. */
function fitting(component, text, moves) {
  const own = moves.filter((move) => move.component === component);
  if (selection.component !== component) return [];
  const part = kind(text);
  const { from, to, set } = selection;
  if (part.is === "heap") {
    const exact = own.filter((move) => takesTokens(move, Number(part.size), from, to, true));
    return exact.length > 0 ? exact : own.filter((move) => takesTokens(move, Number(part.size), from, to, false));
  }
  if (part.is === "word") return own.filter((move) => takesLetters(move, part.letters, from, to));
  if (part.is === "bag") return own.filter((move) => takesFromBag(move, part.letters, set));
  if (part.is === "board") return own.filter((move) => takesCells(move, part.rows, set));
  return own;
}

function token(selected, preview, content, label, press) {
  const name = `token${selected ? " chosen" : ""}${preview ? " going" : ""}`;
  return h("button", { type: "button", class: name, "aria-label": label, "aria-pressed": String(selected), onclick: press }, content);
}

/** Selects one token, then the range to a second one; a third press begins anew. */
function pressRange(component, at, suffix, size, redraw) {
  const same = selection.component === component;
  const wide = same && selection.to - selection.from > 1;
  if (suffix) selection = { component, from: at, to: size, set: new Set() };
  else if (same && selection.from === at && !wide) selection = { component: 0, from: 0, to: 0, set: new Set() };
  else if (same && !wide) {
    selection = { component, from: Math.min(selection.from, at), to: Math.max(selection.to, at + 1), set: new Set() };
  } else selection = { component, from: at, to: at + 1, set: new Set() };
  redraw();
}

function pressSet(component, key, redraw) {
  const set = selection.component === component ? new Set(selection.set) : new Set();
  if (!set.delete(key)) set.add(key);
  selection = { component: set.size > 0 ? component : 0, from: 0, to: 0, set };
  redraw();
}

const inRange = (component, at) => selection.component === component && at >= selection.from && at < selection.to;

function heap(component, size, moves, preview, redraw) {
  const count = Number(size);
  if (size === "0") return h("span", { class: "note" }, "empty");
  if (size.length > 4 || count > MOST_TOKENS) {
    return h("span", { class: "large" }, `${size} counters`);
  }
  const own = moves.filter((move) => move.component === component);
  // Where heaps never split, the tokens from the pressed one on are meant, as in Nim.
  const suffix = own.every((move) => parts(move).length < 2);
  const kept = preview ? Math.max(0, count - takenBy(preview, count)) : count;
  const row = h("span", { class: "tokens round", role: "group", "aria-label": `heap ${component}: ${size}` });
  for (let at = 0; at < count; at++) {
    const label = `counter ${at + 1} of ${size}`;
    row.append(token(inRange(component, at), at >= kept, "", label, () => pressRange(component, at, suffix, count, redraw)));
  }
  return roving(row, ".token");
}

/** How many of a heap's tokens a move takes, for the preview. */
function takenBy(move, count) {
  const left = parts(move).map(Number);
  return left.some(Number.isNaN) ? 0 : Math.max(0, count - left.reduce((sum, one) => sum + one, 0));
}

function word(component, letters, redraw) {
  if (letters.length === 0) return h("span", { class: "note" }, "the empty word");
  const row = h("span", { class: "tokens tiles", role: "group", "aria-label": `word ${component}: ${letters.join("")}` });
  letters.slice(0, 200).forEach((letter, at) => {
    row.append(token(inRange(component, at), false, letter, `letter ${at + 1}: ${letter}`, () =>
      pressRange(component, at, false, letters.length, redraw)));
  });
  return roving(row, ".token");
}

function bag(component, letters, redraw) {
  if (letters.length === 0) return h("span", { class: "note" }, "the empty bag");
  const chosen = (at) => selection.component === component && selection.set.has(at);
  const row = h("span", { class: "tokens tiles bag", role: "group", "aria-label": `bag ${component}` });
  letters.slice(0, 200).forEach((letter, at) => {
    row.append(token(chosen(at), false, letter, `letter ${letter}`, () => pressSet(component, at, redraw)));
  });
  return roving(row, ".token");
}

function board(component, rows, redraw) {
  const chosen = (key) => selection.component === component && selection.set.has(key);
  const grid = h("span", { class: "grid", role: "group", "aria-label": `board ${component}` });
  rows.forEach((row, y) => {
    const line = h("span", { class: "line" });
    [...row].forEach((cell, x) => {
      const key = `${y},${x}`;
      if (cell === "#") line.append(h("span", { class: "cell covered" }));
      else {
        const press = () => pressSet(component, key, redraw);
        const label = `row ${y + 1}, column ${x + 1}`;
        const name = chosen(key) ? "cell chosen" : "cell";
        line.append(h("button", { type: "button", class: name, "aria-label": label, "aria-pressed": String(chosen(key)), onclick: press }));
      }
    });
    grid.append(line);
  });
  return roving(grid, "button.cell");
}

function picture(component, text, moves, preview, redraw) {
  const part = kind(text);
  if (part.is === "heap") return heap(component, part.size, moves, preview, redraw);
  if (part.is === "word") return word(component, part.letters, redraw);
  if (part.is === "bag") return bag(component, part.letters, redraw);
  if (part.is === "board") return board(component, part.rows, redraw);
  if (part.is === "heaps") {
    const rows = part.sizes.map((size) => h("span", { class: "tokens round flat" },
      Number(size) <= MOST_TOKENS ? Array.from({ length: Number(size) }, () => h("span", { class: "token" })) : size));
    return h("span", { class: "several" }, rows);
  }
  return h("code", { class: "plain" }, text);
}

/**
 * The components of `position`. `values` are theirs, or `null` while they are hidden; `play` takes
 * a move, `focus` is the component whose reasons are shown.
 */
export function drawBoard({ position, moves, values, preview, focus, play, choose, redraw, locked }) {
  const all = components(position);
  return all.map(({ game, text, place: component, count }, index) => {
    const shown = preview?.component === component ? preview : null;
    const offered = locked ? [] : fitting(component, text, moves);
    const value = values?.[index];
    const head = h("button", {
      type: "button", class: "name", "data-key": `component ${component}`, onclick: () => choose(component),
      "aria-pressed": String(focus === component), title: "Show the reasons for its value",
    }, `${label(text)} ${component}${count > 1 ? `..${component + count - 1}` : ""}`);
    const offers = offered.slice(0, MOST_OFFERED).map((move) => {
      const { act, left } = describe(move);
      return h("button", { type: "button", class: "offer", onclick: () => play(move) }, `${act === "" ? "" : `${act}, `}leave ${left}`);
    });
    return h("div", { class: `component${focus === component ? " focus" : ""}${shown ? " previewed" : ""}` },
      h("div", { class: "row" },
        head,
        h("span", { class: "size" }, `${count > 1 ? `${count} times ` : ""}${sizeOf(text)}`),
        value === undefined || value === null ? null : h("span", { class: "value" }, h("span", { class: "unit" }, "value "), String(value))),
      game === null ? null : h("div", { class: "note" }, game),
      h("div", { class: "picture" }, picture(component, text, moves, shown, redraw)),
      shown ? h("div", { class: "after" }, `leaves ${describe(shown).left}`) : null,
      offers.length > 0 ? h("div", { class: "offers" }, offers) : null,
      offers.length === 0 && selection.component === component && !locked
        ? h("div", { class: "note" }, "No move takes exactly these.") : null);
  });
}

function label(text) {
  const names = { heap: "heap", heaps: "heaps", word: "word", bag: "bag", board: "board", text: "part" };
  return names[kind(text).is];
}

function sizeOf(text) {
  const part = kind(text);
  if (isEmpty(text)) return "";
  if (part.is === "heap") return part.size;
  if (part.is === "heaps") return text;
  if (part.is === "word" || part.is === "bag") return `${part.letters.length} letters`;
  return "";
}
