// Small helpers to build elements. Text goes in as text nodes only, so that nothing that a user
// types or a server answers can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element; names that begin with `on` are listeners. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);

/** What has the keyboard focus where this node is, which may be in a shadow tree. */
export const focusIn = (node) => node.getRootNode().activeElement;

/** Replaces what a panel shows, and keeps the keyboard focus where the same key is shown again. */
export function show(panel, ...children) {
  const active = focusIn(panel);
  const focused = panel.contains(active) ? active.dataset.key : undefined;
  panel.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused === undefined) return;
  const again = [...panel.querySelectorAll("[data-key]")].find((node) => node.dataset.key === focused);
  (again ?? panel.querySelector("[data-key]"))?.focus({ preventScroll: true });
}

/** Calls `task` when nothing has been asked for `wait` milliseconds. */
export function settle(wait, task) {
  let timer;
  return (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => task(...words), wait);
  };
}

/** Informs screen readers, and shows the sentence for a moment. */
export function announce(sentence) {
  const line = byId("news");
  line.textContent = sentence;
  line.classList.add("fresh");
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => line.classList.remove("fresh"), 2600);
}

/** Saves text as a file of the user. */
export function save(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * One tab stop for a group of buttons: arrows move inside of it, so that a heap of forty tokens is
 * one stop and not forty.
 */
export function roving(group, selector, columns = 1) {
  const all = () => [...group.querySelectorAll(selector)];
  all().forEach((node, at) => {
    node.tabIndex = at === 0 ? 0 : -1;
    // So that the focus stays when an answer redraws the group.
    node.dataset.key ??= `${group.getAttribute("aria-label")} ${at}`;
  });
  group.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowDown: columns, ArrowLeft: -1, ArrowUp: -columns, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    const nodes = all();
    const at = nodes.indexOf(focusIn(group));
    if (at < 0) return;
    event.preventDefault();
    const to = Math.min(nodes.length - 1, Math.max(0, at + steps[event.key]));
    nodes.forEach((node) => (node.tabIndex = -1));
    nodes[to].tabIndex = 0;
    nodes[to].focus();
  });
  return group;
}
