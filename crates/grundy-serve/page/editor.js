// The rules of the game as text, with what the engine understood: the sentence in English, why play
// ends, the first values; or the mistake with its place under a caret, and the way out.

import { h, settle, show } from "./dom.js";

/** The place of a span of UTF-8 bytes in a text of UTF-16 units. */
export function span(source, [from, to]) {
  const bytes = new TextEncoder().encode(source);
  const units = (end) => new TextDecoder().decode(bytes.slice(0, end)).length;
  return [units(from), units(to)];
}

function caret(error) {
  if (!error.source || !error.span) return null;
  const [from, to] = span(error.source, error.span);
  const line = error.source.slice(0, from).split("\n").length - 1;
  const start = error.source.lastIndexOf("\n", from - 1) + 1;
  const text = error.source.split("\n")[line];
  const width = Math.max(1, Math.min(to, start + text.length) - from);
  return h("pre", { class: "caret", tabindex: 0, role: "group", "aria-label": "The mistake" }, text, "\n", " ".repeat(from - start), h("b", {}, "^".repeat(width)), " ", error.label ?? "");
}

/** A question of JSON in a way out, whose words the page shows. */
const ASKED = /"game": ("(?:[^"\\]|\\.)*")(?:, "\w+": ("(?:[^"\\]|\\.)*"|\[[^\]]*\]))?/g;

const spoken = (help) => help.replaceAll(ASKED, (_, game, rest) => `“${[JSON.parse(game), rest ? JSON.parse(rest) : []].flat().join(" ")}”`);

/** The game and the position of a line as a shell reads it; parameters belong to the game. */
export function question(line) {
  const words = [...line.matchAll(/(?:'[^']*'|\\.|[^\s'\\])+/gsu)].map(([word]) => word.replaceAll(/'([^']*)'|\\(.)/gsu, "$1$2"));
  const end = words.findIndex((word, at) => at > 0 && !/^\w+=|^\{/.test(word));
  const at = end < 0 ? words.length : end;
  return [words.slice(0, at).join(" "), words.slice(at).join(" ")];
}

/**
 * An error as the command line shows it. `mend` puts a proposed word in the place of the wrong one,
 * `take` asks a proposed question instead.
 */
export function diagnostic(error, { mend, take }) {
  const near = error.suggestion;
  const button = (key, text, act) => h("button", { type: "button", class: "offer", "data-key": key, onclick: act }, text);
  const lines = take ? (error.fix ?? []).map(({ write }) => write).filter((line) => line && !line.includes("--")) : [];
  return h("div", { class: "diagnostic", role: "status" },
    h("p", {}, h("strong", {}, error.code.startsWith("G") ? `${error.code} ` : ""), error.message),
    caret(error),
    error.help ? h("p", { class: "help" }, "Way out: ", spoken(error.help)) : null,
    near === undefined || mend === undefined ? null : button("mend", `use “${near}”`, () => mend(near, error)),
    lines.map((line, at) => button(`take ${at}`, `open “${question(line).filter(Boolean).join(" ")}”`, () => take(...question(line)))));
}

/** The text with the wrong word replaced. */
export function mended(text, word, error) {
  if (!error.span || error.source !== text) return word;
  const [from, to] = span(text, error.span);
  return text.slice(0, from) + word + text.slice(to);
}

/** Connects the editor; `ask` answers questions about a game, `use` makes it the game of the page. */
export function connect({ field, panel, button, ask, use }) {
  let last = 0;
  const check = async () => {
    const turn = ++last;
    const text = field.value.trim();
    if (text === "") {
      button.disabled = true;
      return show(panel, h("p", { class: "note" }, "Write a game, such as take 1 or 3."));
    }
    const rules = await ask({ verb: "rules", game: text });
    if (turn !== last || !rules) return undefined;
    button.disabled = rules.error !== undefined;
    field.setAttribute("aria-invalid", String(rules.error !== undefined));
    if (rules.error) {
      return show(panel, diagnostic(rules.error, { mend: (word, error) => {
        field.value = mended(field.value, word, error);
        check();
        field.focus();
      } }));
    }
    const table = rules.ruleset === "heap" ? await ask({ verb: "table", game: text, to: 39 }) : null;
    if (turn !== last) return undefined;
    const values = table?.values ?? table?.outcomes;
    return show(panel,
      h("p", { class: "sentence" }, rules.sentence),
      h("p", { class: "note" }, `Ends: ${rules.ends}`),
      values ? h("p", { class: "stream" }, h("span", { class: "note" }, "0 to 39: "), values.join(" ")) : null);
  };
  field.addEventListener("input", settle(250, check));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !button.disabled && (event.ctrlKey || !event.shiftKey)) {
      event.preventDefault();
      use(field.value.trim());
    }
  });
  button.addEventListener("click", () => use(field.value.trim()));
  return check;
}
