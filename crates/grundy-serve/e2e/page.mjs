// The stories of the page in a real Chromium: node page.mjs PROGRAM-OR-SITE [FOLDER-FOR-PICTURES]
//
// Each story opens the page of a fresh `grundy serve`, or of a static site: a folder whose page has
// the engine in WebAssembly. No story may leave an error on the console, a request to another host,
// or a violation that axe finds. The last line is `N passed, M failed`.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [program, pictures] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Any static host: the files of a folder, and nothing else. */
async function hosted(folder) {
  const host = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    try {
      if (!/^[\w-]+\.\w+$/.test(name)) throw new Error(name);
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": KINDS[extname(name)] }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${host.address().port}`, end: () => host.close() };
}

async function served() {
  if (statSync(program).isDirectory()) return hosted(program);
  const server = spawn(program, ["serve", "--listen", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const base = /^listening on (http:\S+)$/.exec(line)?.[1];
    if (base === undefined) throw new Error(`the first line is ${line}`);
    return { base, end: () => server.kill() };
  }
  throw new Error("the server printed nothing");
}

function is(fact, what) {
  if (!fact) throw new Error(what);
}

const { base, end } = await served();
const browser = await chromium.launch({ executablePath: browserPath, args });
let [passed, failed] = [0, 0];

async function story(name, hash, options, act) {
  const { width = 1280, scheme = "light" } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.stack}`));
  page.on("request", (request) => new URL(request.url()).origin === new URL(base).origin || request.url().startsWith("blob:") || faults.push(`request: ${request.url()}`));
  const accessible = async () => {
    await page.evaluate(await axe());
    const { violations } = await page.evaluate(() => window.axe.run());
    violations.forEach(({ id, nodes }) => faults.push(`axe: ${id}: ${nodes.slice(0, 2).map(({ html }) => html).join(" ")}`));
  };
  try {
    await page.goto(`${base}/${hash}`);
    page.setDefaultTimeout(10_000);
    await act(page, accessible);
    await accessible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    is(wide <= 0, `the page is ${wide} pixels too wide`);
  } catch (why) {
    faults.push(why.stack.split("\n").slice(0, 4).join(" | "));
  }
  if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(/\W+/g, "-")}.png`, fullPage: true });
  await context.close();
  if (faults.length === 0) passed++;
  else failed++;
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${name}`);
  faults.forEach((fault) => console.log(`       ${fault}`));
}

let source;
const axe = async () => (source ??= readFile(require.resolve("axe-core/axe.min.js"), "utf8"));

const headline = (page, text) => page.locator("#verdict .headline", { hasText: text }).waitFor();
const ready = (page) => page.locator("#moves .move").first().waitFor();

await story("first look", "", {}, async (page) => {
  await headline(page, "The player to move wins.");
  is((await page.textContent("#verdict")).includes("nim value 2 = 4 xor 2 xor 4"), "the value is not shown");
  await page.locator(".cell.exception").first().waitFor();
  is((await page.locator(".cell.exception").count()) === 14, "the 14 exceptions of Kayles are not outlined");
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`       first contentful paint ${Math.round(paint)} ms`);
});

for (const [scheme, width] of [["dark", 1280], ["light", 400], ["dark", 400]]) {
  await story(`${scheme} ${width}`, "#kayles:5+7+9", { width, scheme }, async (page) => {
    await ready(page);
    await page.locator(".cell.exception").first().waitFor();
  });
}

await story("a game against the computer to its end", "#nim:3+4+5;you=first", {}, async (page) => {
  for (let ply = 0; ply < 12; ply++) {
    await page.locator("#moves .move:not(:disabled), .headline.over").first().waitFor();
    if ((await page.locator(".headline.over").count()) > 0) break;
    const before = await page.locator("#history .plies li").count();
    await page.locator("#moves .move.wins").first().click();
    await page.locator("#history .plies li").nth(before).waitFor();
    await page.locator("#turn", { hasText: "your move" }).or(page.locator(".headline.over")).first().waitFor();
  }
  await headline(page, "you win");
  is((await page.locator("#history svg.curve rect").count()) > 2, "there is no curve");
});

await story("the picture of a position", "#nim:3+4+5", {}, async (page) => {
  await ready(page);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#svg").click()]);
  is(saved.suggestedFilename() === "nim.svg", `the picture is named ${saved.suggestedFilename()}`);
  const drawn = await (await import("node:fs/promises")).readFile(await saved.path(), "utf8");
  is(drawn.startsWith("<svg") && drawn.includes("nim value 2 = 3 xor 4 xor 5"), "the picture is another one");
});

await story("a mistake is marked, undone and mended", "#nim:3+4+5", {}, async (page) => {
  await ready(page);
  await page.locator("#moves .move.loses").first().click();
  await page.locator(".plies .mark", { hasText: "gave the game away" }).waitFor();
  await page.goBack();
  await headline(page, "wins");
  is((await page.inputValue("#position")) === "3 + 4 + 5", "back does not undo the move");
  await page.locator("#redo").click();
  is((await page.inputValue("#position")) !== "3 + 4 + 5", "redo does nothing");
  await page.keyboard.press("u");
  is((await page.inputValue("#position")) === "3 + 4 + 5", "u does not undo");
});

await story("a link is shared and opened", "#kayles:5+7", {}, async (page) => {
  await ready(page);
  await page.locator("#convention label", { hasText: "misère" }).click();
  await page.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  await page.locator("#share").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  is(link.endsWith("#kayles:5+7;misere"), link);
  const verdict = await page.textContent("#verdict .headline");
  const other = await page.context().newPage();
  await other.goto(link);
  await other.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  is((await other.textContent("#verdict .headline")) === verdict, "the link shows another verdict");
  await page.locator("#command").click();
  is((await page.evaluate(() => navigator.clipboard.readText())) === "grundy solve kayles 5 7 --misere", "the command");
});

await story("the rules are broken and mended", "#kayles:5", {}, async (page, accessible) => {
  await ready(page);
  await page.fill("#rule", "kayls");
  await page.locator("#rule-says .caret").waitFor();
  is((await page.textContent("#rule-says")).includes("G003"), "no code");
  is(await page.locator("#use").isDisabled(), "a game with a mistake can be used");
  await accessible();
  await page.locator("#rule-says .offer").click();
  await page.locator("#rule-says .sentence").waitFor();
  await page.fill("#rule", "a -> (a-2b) + (a-b) for b in 1..a/2");
  await page.locator("#rule-says .stream").waitFor();
  await page.locator("#use").click();
  await page.fill("#position", "10 + 7");
  await page.keyboard.press("Enter");
  await page.locator("#verdict .nimber", { hasText: "nim value 2 = 0 xor 2" }).waitFor();
  // A game of another kind comes with a position that it can be played from.
  await page.fill("#rule", "W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b");
  await page.locator("#rule-says .sentence", { hasText: "W" }).waitFor();
  await page.locator("#use").click();
  await headline(page, "The player to move loses.");
  is((await page.inputValue("#position")) === "W(7, 7)", "the position is not an example of the game");
  // Its table is a square, and each value of it a position to look at.
  await page.locator("#table .cell[aria-label='W(2, 3): 1']").click();
  is((await page.inputValue("#position")) === "W(2, 3)", "the table does not open its position");
});

await story("teacher mode", "#kayles:5+4;teacher", {}, async (page, accessible) => {
  await headline(page, "Who wins?");
  is((await page.locator(".mark:visible, .component .value:visible, .stream:visible").count()) === 0, "a verdict is shown");
  await accessible();
  await page.locator("[data-key=next]").click();
  await page.keyboard.press("s");
  is((await page.locator(".lesson li").count()) === 2, "two steps are told");
  await page.keyboard.press("v");
  await headline(page, "The player to move wins.");
  await page.emulateMedia({ media: "print" });
  is(!(await page.locator("#table-panel").isVisible()), "the table is printed");
  await page.emulateMedia({ media: "screen" });
});

await story("by keyboard alone", "#kayles:5+7", {}, async (page, accessible) => {
  await ready(page);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await accessible();
  await page.keyboard.press("Escape");
  // Tab reaches the moves in reading order, arrows go through them, Enter plays.
  for (let at = 0; at < 60; at++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.classList.contains("move"))) break;
  }
  await page.keyboard.press("ArrowDown");
  const wanted = await page.evaluate(() => document.activeElement.dataset.key);
  is(wanted?.startsWith("move"), "Tab does not reach the moves");
  await page.keyboard.press("Enter");
  await page.locator("#history .plies li").waitFor();
  // The board is drawn anew when the answer about the new position arrives, which may be between two keys.
  const offered = () => page.locator("#board .offer").first().waitFor({ timeout: 1000 }).then(() => true, () => false);
  for (let at = 0; at < 5; at++) {
    await page.keyboard.press("b");
    is(await page.evaluate(() => document.activeElement.matches("#board .token")), "b does not reach the board");
    await page.keyboard.press("Enter");
    if (await offered()) break;
  }
  is(await offered(), "Enter offers no moves on the board");
  await page.keyboard.press("p");
  is(await page.evaluate(() => document.activeElement.id === "position"), "p does not reach the position");
  await page.keyboard.press("Escape");
  for (const [key, text] of [["2", "least number missing"], ["3", "heavy frame"], ["4", "grundy check"], ["1", "column"]]) {
    await page.keyboard.press(key);
    await page.locator("#why", { hasText: text }).waitFor();
    await accessible();
  }
});

await story("letters of a word", "#cut word in {fear, chop, arch}:fearchoparchfearchop", { width: 400 }, async (page) => {
  await ready(page);
  const letters = page.locator("#board .token");
  await letters.nth(8).click();
  await letters.nth(11).click();
  await page.locator("#board .offer").click();
  await headline(page, "The player to move loses.");
  is((await page.inputValue("#position")) === "fearchop + fearchop", "the word is not cut");
});

await story("letters of a bag, and unlike games", "#wgme:{abracadabra}", {}, async (page) => {
  await ready(page);
  await page.locator("#board .token", { hasText: "b" }).first().click();
  await page.locator("#board .offer").click();
  await page.locator("#history .plies li").waitFor();
  await page.goto(`${base}/#kayles 5 + nim 3:`);
  await page.locator("#verdict .nimber", { hasText: "nim value 7 = 4 xor 3" }).waitFor();
  await page.locator("#moves .move.wins").first().click();
  await headline(page, "The player to move loses.");
});

await story("cells of a board", "#cram:3x4", {}, async (page) => {
  await ready(page);
  await page.locator("#board .cell").nth(0).click();
  await page.locator("#board .cell").nth(1).click();
  await page.locator("#board .offer").first().click();
  await page.locator("#history .plies li").waitFor();
});

await story("a word list of one's own", "", {}, async (page, accessible) => {
  await page.locator("#games").click();
  await accessible();
  await page.locator(".family", { hasText: "ghost" }).first().click();
  await page.locator("#words").fill("gnaw\ngnat\nhome\n");
  await page.locator("#use-words").click();
  await ready(page);
  is((await page.locator("#moves .move").count()) === 2, "two letters may begin a word");
});

await story("a long question does not freeze the page", "#cram:8x9", {}, async (page) => {
  await page.locator("[data-key=look]").click();
  await page.locator("#verdict .headline", { hasText: "Still looking" }).waitFor();
  await page.fill("#rule", "take 1 or 2");
  await page.locator("#rule-says .sentence", { hasText: "Take" }).waitFor();
  await page.locator("[data-key=stop]").click();
  await headline(page, "Not decided yet.");
});

await story("numbers over 2^53 are exact", "#nim:18446744073709551615+1", {}, async (page) => {
  await page.locator("#verdict .nimber", { hasText: "18446744073709551614" }).waitFor();
  await page.locator("#json").click();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  is(line.includes('"value":18446744073709551614,') && line.endsWith("}"), `the JSON is ${line}`);
});

await story("a number that is no integer stays one", "", {}, async (page) => {
  const read = await page.evaluate(async () => {
    const { exact } = await import("/engine.js");
    return exact('{"a": 3.4175792574734716e+16, "b": [-18446744073709551615, 0.12345678901234567, 1e22], "c": "\\"18446744073709551615"}');
  });
  const wanted = { a: 3.4175792574734716e16, b: ["-18446744073709551615", 0.12345678901234567, 1e22], c: '"18446744073709551615' };
  is(JSON.stringify(read) === JSON.stringify(wanted), JSON.stringify(read));
});

await story("names of JavaScript in a link have no effect", "#kayles:5;constructor;toString=1;__proto__", {}, ready);

await story("undo against the computer gives the turn back", "#nim:1+1+1;you=first", {}, async (page) => {
  for (let ply = 0; ply < 2; ply++) {
    await page.locator("#moves .move.wins:not(:disabled)").first().click();
    await page.locator("#turn", { hasText: "your move" }).or(page.locator(".headline.over")).first().waitFor();
  }
  await headline(page, "you win");
  await page.locator("#undo").click();
  await page.locator("#turn", { hasText: "your move" }).waitFor();
  is((await page.inputValue("#position")) === "1", "undo does not step back to the last turn");
  await page.waitForTimeout(800);
  is((await page.inputValue("#position")) === "1", "the computer moves after undo");
  await page.locator("#redo").click();
  await headline(page, "you win");
});

await story("outcomes of the other convention mark no mistake", "#nim:1+1+1", {}, async (page) => {
  await ready(page);
  await page.locator("#moves .move").first().click();
  await headline(page, "loses");
  await page.locator("#convention label", { hasText: "misère" }).click();
  await page.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  is((await page.locator(".plies li").count()) === 1, "the game so far is lost");
  is((await page.locator(".plies .mark").count()) === 0, "a move is marked that was no mistake");
});

await story("a job that cannot be begun says so", "#cram:8x9", {}, async (page) => {
  await page.evaluate(() => {
    const [ask, work] = [window.fetch, Worker.prototype.postMessage];
    window.fetch = (address, options) => (String(address).includes("/jobs/") ? Promise.reject(new TypeError("refused")) : ask(address, options));
    Worker.prototype.postMessage = function post(sent) {
      if (JSON.parse(sent.request).time > 2) this.onerror();
      else work.call(this, sent);
    };
  });
  await page.locator("[data-key=look]").click();
  await page.locator("#verdict", { hasText: /the server does not answer|the engine stopped/ }).waitFor();
  is((await page.locator("[data-key=stop]").count()) === 0, "the work seems to go on");
});

await story("a game without a table has no panel for one", "#kayles:5", {}, async (page) => {
  await ready(page);
  // The table of the first game comes when the second one is shown.
  await page.route("**/api/v1/table*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue().catch(() => {});
  });
  await page.goto(`${base}/#octal 0.007:5`);
  await page.waitForTimeout(200);
  await page.goto(`${base}/#cram:3x4`);
  await page.locator("#rule-says .sentence").waitFor();
  await ready(page);
  await page.waitForTimeout(500);
  is(!(await page.locator("#table-panel").isVisible()), "there is a panel without a table");
});

await browser.close();
end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
