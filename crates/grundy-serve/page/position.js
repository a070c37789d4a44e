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
    else if (sign === "]" && --depth === 0) {
      const rest = text.slice(at + 1).trim();
      // A list of piles is a component, and not a game.
      return rest === "" ? { game: null, text } : { game: text.slice(0, at + 1), text: rest };
    }
  }
  return { game: null, text };
}

const written = ({ game, text, count }) => `${game === null ? "" : `${game} `}${count > 1 ? `${count}*` : ""}${text}`;

/** Whether this is a sum whose components name their games. */
export const isSum = (text) => components(text).some(({ game }) => game !== null);

/** Whether nothing is left of a component. */
export const isEmpty = (text) => text === "0" || text === '""' || text === "{}";

/** The sum after `move`; at least one component stays, so that the position can be written. */
export function after(position, move) {
  const parts = components(position);
  const part = partAt(parts, move.component);
  if (part === undefined) return null;
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

/** A name for what a move leaves that does not depend on the order of the parts. */
export const keyOf = ({ component, to }) => `${component}|${components(to).map(written).sort().join("+")}`;

/** What a move leaves is not said where the board shows it better. */
const LONGEST = 28;

/** A move in words: what it does, as `take 2`, and what it leaves. */
export function describe(move) {
  const parts = components(move.to).map(written).filter((text) => !isEmpty(text));
  const act = move.words?.length > 0 ? `take the letters of ${move.words.join(" or ")}` : move.how?.[0] ?? "";
  const left = parts.length === 0 ? "nothing" : parts.join(" + ");
  return { act, left: act !== "" && left.length > LONGEST ? "" : left };
}

/** How a list says a move; `several` is whether the component has to be named. */
export function sentence(move, several) {
  const { act, left } = describe(move);
  const from = several && move.from && move.from.length <= LONGEST ? `${move.from}: ` : "";
  return `${from}${[act, left === "" ? "" : `leave ${left}`].filter(Boolean).join(", ")}`;
}
