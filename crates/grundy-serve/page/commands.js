// The question of the page as a command and as Python, so that the page, the terminal and a
// notebook teach each other.

const PLAIN = /^[\w.,:=@%^/-]+$/;

/** A word of a POSIX shell. */
const quote = (word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The command that prints the same answer. */
export function commandLine({ game, position }, misere) {
  const words = ["grundy", "solve", quote(game)];
  // Numbers may stand one by one; everything else is one word.
  const plain = /^\d+( \+ \d+)*$/.test(position);
  if (plain) words.push(...position.split(" + "));
  else if (position !== "") words.push(quote(position));
  if (misere) words.push("--misere");
  return words.join(" ");
}

const python = (text) => JSON.stringify(text);

/** The statements that print the same answer. */
export function pythonLines({ game, position }, misere) {
  const words = [python(game), position === "" ? null : python(position)].filter(Boolean);
  return `import grundy\nprint(grundy.solve(${words.join(", ")}${misere ? ", misere=True" : ""}))`;
}
