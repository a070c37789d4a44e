// The first screen: every game with a name as a picture of a sample position, by what it is played
// on. Pictures are asked for when they come into view.

import { h, show } from "./dom.js";

const KINDS = [
  ["Heaps", ["heap", "heaps", "piles", "set", "product"]],
  ["Words", ["row", "ring", "bag", "tape", "permutation"]],
  ["Boards", ["board", "poset"]],
  ["Graphs", ["graph", "token", "stones", "ground"]],
];

/** The kind of a game. Boards of squares are graphs to the engine. */
function kindOf({ ruleset, example }) {
  const squares = /^\d+x\d+$/.test(example);
  if (squares) return "Boards";
  return KINDS.find(([, rulesets]) => rulesets.includes(ruleset))?.[0] ?? "Heaps";
}

/** Whether a game is called so, or its rules have these words. */
export function fits({ name, title, aliases, about }, wanted) {
  // Marks and accents do not count.
  const plain = (text) => text.toLowerCase().normalize("NFD").replaceAll(/[^\p{L}\p{N} ]/gu, "");
  const words = (text) => text.replaceAll("-", " ");
  return plain(words(`${name} ${title} ${aliases.join(" ")} ${about}`)).includes(plain(words(wanted.trim())));
}

function card(family, open, watch) {
  const picture = h("span", { class: "sample", "aria-hidden": "true" });
  const node = h("button", { type: "button", class: "card", onclick: () => open(family) },
    picture, h("b", {}, family.title), h("span", { class: "note" }, family.about));
  watch(node, picture, family);
  return node;
}

/** The pictures that were asked for, by the game. */
const samples = new Map();
let seen = null;

/** Shows the games that fit; `ask` gets a board, and `open` opens a game. */
export function drawGallery(panel, families, wanted, { ask, open }) {
  seen?.disconnect();
  seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      target.ask();
    }
  }, { rootMargin: "200px" });
  const watch = (node, picture, family) => {
    node.ask = async () => {
      if (!samples.has(family.name)) samples.set(family.name, ask({ verb: "board", game: family.sample, position: family.position ?? family.example }));
      const board = await samples.get(family.name);
      const text = board?.components?.[0]?.picture;
      if (text === undefined) return;
      const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      svg.querySelectorAll("[aria-label]").forEach((part) => part.removeAttribute("aria-label"));
      show(picture, svg);
    };
    seen.observe(node);
  };
  const found = families.filter((family) => fits(family, wanted));
  show(panel, KINDS.map(([kind]) => {
    const own = found.filter((family) => kindOf(family) === kind);
    return own.length === 0 ? null : h("section", { "aria-label": kind }, h("h3", {}, kind), h("div", { class: "cards" }, own.map((family) => card(family, open, watch))));
  }), found.length === 0 ? h("p", { class: "note" }, "No game has this name. Any game can be written as a rule: open one, and press Rules.") : null);
  return found;
}
