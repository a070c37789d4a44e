// Certificates: a file that is dropped on the page, chosen, or named in the address (`?check=`) is
// verified by the engine. On a static site that is the checker in WebAssembly, so that the file
// stays on this machine.

import { openDialog } from "./dialogs.js";
import { byId, h, show } from "./dom.js";
import { diagnostic } from "./editor.js";
import { choose } from "./engine.js";

const WINS = { N: "the player to move wins", P: "the player who has just moved wins" };

/** What is said of an answer, in this order: a name, and the text if there is one. */
const SAID = [
  ["game", ({ name, game }) => (name ? `${name} (${game})` : game)],
  ["position", ({ position }) => position],
  ["convention", ({ convention }) => (convention === "misere" ? "misère play" : "normal play")],
  ["value", ({ value }) => value],
  ["outcome", ({ outcome }) => WINS[outcome]],
  ["period", ({ period, preperiod }) => (period === undefined ? null : `${period}, from heap ${preperiod} on`)],
  ["misère quotient", ({ order }) => (order === undefined ? null : `${order} elements`)],
  ["automaton", ({ states }) => (states === undefined ? null : `${states} states`)],
  ["claims", ({ claims }) => claims?.join(", ")],
];

function said(answer) {
  if (answer.error) return diagnostic(answer.error, {});
  const rows = SAID.map(([name, text]) => [name, text(answer)]).filter(([, text]) => text !== null && text !== undefined);
  return [
    h("p", { class: "headline" }, answer.verified ? "Verified" : "Not verified"),
    h("dl", { class: "keys" }, rows.map(([name, text]) => [h("dt", {}, name), h("dd", {}, String(text))])),
  ];
}

/** Connects the button, files that are dropped, and the certificate that the address names. */
export function connectChecker() {
  // A worker of its own: a long check keeps no question of the board waiting, and ends with the dialog.
  const engine = choose();
  let work = new AbortController();

  async function check(name, text) {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    const panel = byId("checked");
    show(panel, h("p", { class: "note" }, `Checking ${name}…`));
    const answer = await Promise.resolve(text).then((certificate) => engine.job({ verb: "check", certificate }, () => {}, signal)).catch((why) => why);
    if (signal.aborted) return;
    const failed = answer instanceof Error ? { error: { code: "connection", message: `${name}: ${answer.message}` } } : answer;
    show(panel, h("h3", {}, name), said(failed));
  }

  const take = (file) => file && check(file.name, file.text());
  const open = () => openDialog("Check a certificate",
    h("p", {}, "A certificate is a file that ", h("code", {}, "grundy … --certificate FILE"), " writes. Choose one, or drop it on this page."),
    h("input", { type: "file", id: "certificate", "aria-label": "Choose a certificate", onchange: ({ target }) => take(target.files[0]), onclick: ({ target }) => (target.value = "") }),
    h("div", { id: "checked", role: "status", "aria-live": "polite" })).addEventListener("close", () => work.abort(), { once: true });

  byId("check").onclick = open;
  document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    // A word list is dropped on its own field.
    if (!file || event.target.closest("input, textarea")) return;
    event.preventDefault();
    open();
    take(file);
  });
  const named = new URLSearchParams(location.search).get("check");
  if (named === null) return;
  // The address is about the certificate once, and then about the game.
  window.history.replaceState(null, "", location.pathname + location.hash);
  open();
  const sent = async () => {
    const address = URL.canParse(named, document.baseURI) ? new URL(named, document.baseURI) : null;
    if (address?.origin !== location.origin) throw new Error("it is not on this site: save it, and drop it here");
    const answer = await fetch(address, { redirect: "error" });
    if (!answer.ok) throw new Error("there is no such file on this site");
    return answer.text();
  };
  check(named, sent());
}
