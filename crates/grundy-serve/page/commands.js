// The question of the page as a command and as Python, so that the page, the terminal and a
// notebook teach each other.

const PLAIN = /^[\w.,:=@%^/-]+$/;

/** A word of a POSIX shell. */
const quote = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The command that prints the same answer. */
export function commandLine(state) {
  const words = ["grundy", "solve", quote(state.game)];
  // Numbers may stand one by one; everything else is one word.
  const plain = /^\d+( \+ \d+)*$/.test(state.position);
  if (plain) words.push(...state.position.split(" + "));
  else if (state.position !== "") words.push(quote(state.position));
  if (state.misere) words.push("--misere");
  return words.join(" ");
}

const python = (text) => JSON.stringify(text);

/** The statements that print the same answer. */
export function pythonLines(state) {
  const misere = state.misere ? ", misere=True" : "";
  const words = [python(state.game), state.position === "" ? null : python(state.position)].filter(Boolean);
  return `import grundy\nprint(grundy.solve(${words.join(", ")}${misere}))`;
}
