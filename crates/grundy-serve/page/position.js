// Positions as text: a sum is split at the `+` between its components, and a move replaces one of
// them. The page never works out which moves exist; it only writes down what the engine listed.

const CLOSING = { "[": "]", "(": ")", "{": "}" };

/**
 * The components of a sum, each with the game in brackets before it, if it names one, with its place
 * from 1, and with the number of equal neighbours that `300*7` stands for.
 */
export function components(text) {
  const parts = [];
  const open = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign in CLOSING) open.push(CLOSING[sign]);
    else if (sign === open.at(-1)) open.pop();
    else if (sign === "+" && open.length === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  let place = 1;
  return parts.filter((part) => part !== "").map(withGame).map(({ game, text }) => {
    const group = /^(\d{1,15})\s*\*\s*(.+)$/su.exec(text);
    const part = { game, text: group ? group[2] : text, place, count: group ? Number(group[1]) : 1 };
    place += part.count;
    return part;
  });
}

/** The part of a sum that has the component at this place. */
export const partAt = (parts, at) => parts.find(({ place, count }) => place <= at && at < place + count);

function withGame(text) {
  if (!text.startsWith("[")) return { game: null, text };
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "[") depth++;
    else if (sign === "]" && --depth === 0) return { game: text.slice(0, at + 1), text: text.slice(at + 1).trim() };
  }
  return { game: null, text };
}

const written = ({ game, text, count }) => `${game === null ? "" : `${game} `}${count > 1 ? `${count}*` : ""}${text}`;

/** Whether nothing is left of a component. */
export const isEmpty = (text) => text === "0" || text === '""' || text === "{}";

/** The sum after `move`; at least one component stays, so that the position can be written. */
export function after(position, move) {
  const parts = components(position);
  const part = partAt(parts, move.component);
  const at = parts.indexOf(part);
  const { game } = part;
  const made = components(move.to).map(({ text, count }) => ({ game, text, count }));
  const before = { ...part, count: move.component - part.place };
  const rest = { ...part, count: part.count - 1 - before.count };
  const around = [before, ...made, rest].filter(({ count }) => count > 0);
  const all = [...parts.slice(0, at), ...around, ...parts.slice(at + 1)];
  // In a sum of unlike games every part stays: it names its game.
  const left = game === null ? all.filter(({ text }) => !isEmpty(text)) : all;
  return (left.length > 0 ? left : all.slice(0, 1)).map(written).join(" + ");
}

/** What a component is to the eye: a heap, several heaps, a word, a bag, a board, or other text. */
export function kind(text) {
  if (/^\d{1,30}$/.test(text)) return { is: "heap", size: text };
  const typed = /^([A-Z]\w*)\(([\d, ]+)\)$/.exec(text);
  if (typed) return { is: "heaps", name: typed[1], sizes: typed[2].split(",").map((size) => size.trim()) };
  const bag = /^\{(\p{L}*)\}$/u.exec(text);
  if (bag) return { is: "bag", letters: [...bag[1]] };
  const bar = /^(\d{1,2})x(\d{1,2})$/.exec(text);
  if (bar) return { is: "board", rows: Array.from({ length: +bar[1] }, () => ".".repeat(+bar[2])) };
  if (/^[.#]+(\/[.#]+)*$/.test(text)) return { is: "board", rows: text.split("/") };
  if (/^\p{L}+$/u.test(text)) return { is: "word", letters: [...text] };
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text);
  if (quoted) return { is: "word", letters: [...quoted[1].replaceAll(/\\(.)/g, "$1")] };
  return { is: "text" };
}

/** The letters of a component that is a word. */
export const lettersOf = (text) => (kind(text).is === "word" ? kind(text).letters.join("") : text);

/** How much is left, for the curve of a game: counters, letters, or free cells. */
export function size(position) {
  return components(position).reduce((sum, { text, count }) => sum + count * sizeOf(text), 0);
}

function sizeOf(text) {
  const part = kind(text);
  if (part.is === "heap") return Number(part.size);
  if (part.is === "heaps") return part.sizes.reduce((all, one) => all + Number(one), 0);
  if (part.is === "word" || part.is === "bag") return part.letters.length;
  if (part.is === "board") return part.rows.join("").replaceAll("#", "").length;
  return text.length;
}

/** A move in words. */
export function describe(move) {
  const from = kind(move.from);
  const to = components(move.to).map(({ text }) => text).filter((text) => !isEmpty(text));
  const left = to.length === 0 ? "nothing" : to.join(" + ");
  if (from.is === "heap" && to.every((text) => kind(text).is === "heap")) {
    const taken = BigInt(from.size) - to.reduce((sum, text) => sum + BigInt(text), 0n);
    if (taken > 0n) return { act: `take ${taken}`, left };
    if (taken === 0n && to.length > 1) return { act: "split", left };
  }
  return { act: "", left };
}
