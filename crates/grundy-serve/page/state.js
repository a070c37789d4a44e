// What the page is about: a game, the position that play began at, the moves since then, the
// convention, and how it is played. It lives in the address after `#`, so that back, reload and a
// shared link work: `#kayles:5+7+9;misere;played=2/2+5,1/4`.

const FLAGS = ["misere", "teacher", "hidden"];
const CHOICES = { you: ["both", "first", "second"], level: ["perfect", "careless", "beginner"] };

/** The question that an empty address stands for, behind the gallery. */
export const START = {
  game: "kayles",
  position: "5 + 7 + 9",
  misere: false,
  teacher: false,
  hidden: false,
  you: "both",
  level: "perfect",
  played: [],
};

/** Signs that need no escape in an address, and are easier to read as they are. */
function escape(text) {
  return encodeURIComponent(text).replaceAll(/%(2B|2C|3D|2F|3E|40)/g, (sign) => decodeURIComponent(sign));
}

/** As `escape`, where `,` and `/` separate moves. */
const escapeMove = (text) => escape(text.replaceAll(/\s*\+\s*/g, "+")).replaceAll(/[,/]/g, (sign) => encodeURIComponent(sign));

function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const spaced = (text) => unescape(text).replaceAll(/\s*\+\s*/g, " + ");

/** The part of the address after `#`. */
export function format(state) {
  const position = state.position.replaceAll(/\s*\+\s*/g, "+");
  const parts = [`${escape(state.game)}:${escape(position)}`];
  for (const flag of FLAGS) if (state[flag]) parts.push(flag);
  for (const name of Object.keys(CHOICES)) if (state[name] !== START[name]) parts.push(`${name}=${state[name]}`);
  if (state.played.length > 0) parts.push(`played=${state.played.map(({ component, to }) => `${component}/${escapeMove(to)}`).join(",")}`);
  return parts.join(";");
}

/** Reads what `format` writes. Unknown parts have no effect. */
export function parse(hash) {
  const [question, ...rest] = hash.replace(/^#/, "").split(";");
  if (question === "") return { ...START };
  const at = question.indexOf(":");
  const [game, position] = at < 0 ? [question, ""] : [question.slice(0, at), question.slice(at + 1)];
  const state = { ...START, game: unescape(game), position: spaced(position) };
  for (const part of rest) {
    const name = part.split("=", 1)[0];
    const value = part.slice(name.length + 1);
    if (FLAGS.includes(name)) state[name] = true;
    if (Object.hasOwn(CHOICES, name) && CHOICES[name].includes(value)) state[name] = value;
    if (name === "played") {
      const moves = value.split(",").map((move) => /^(\d{1,9})\/(.*)$/su.exec(move)).filter(Boolean);
      state.played = moves.map(([, component, to]) => ({ component: Number(component), to: spaced(to) }));
    }
  }
  return state;
}
