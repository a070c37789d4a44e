// The stories of the page in a real Chromium: node page.mjs PROGRAM-OR-SITE [FOLDER-FOR-PICTURES]
//
// Each story opens the page of a fresh `grundy serve`, or of a static site: a folder whose page has
// the engine in WebAssembly. No story may leave an error on the console, a request to another host,
// or a violation that axe finds. The last line is `N passed, M failed`.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { existsSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const [program, pictures] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** How many milliseconds a step of a story may take: other checks run beside, on few cores. */
const PATIENCE = 30_000;

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

/** The games with names, as the program lists them. */
const games = JSON.parse(await named()).games;

async function named() {
  if (!statSync(program).isDirectory()) return (await fetch(`${base}/api/v1/games`)).text();
  const bytes = await readFile(join(program, "grundy.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { grundy: { now: () => performance.now() } });
  const { memory, request, answer, answer_length: length } = instance.exports;
  const text = new TextEncoder().encode('{"verb": "games"}');
  new Uint8Array(memory.buffer, request(text.length), text.length).set(text);
  const at = answer();
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at, length()));
}

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
    page.setDefaultTimeout(PATIENCE);
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
const ready = (page) => page.locator("#moves .move:not(:disabled)").first().waitFor();
/** The values of the moves are there, which come last. */
const settled = (page) => page.locator("#moves .move .value", { hasText: /\d/ }).first().waitFor();
const part = (page, number, component = 1) => page.locator(`#board [data-component="${component}"] [data-part="${number}"]`);
const press = (page, number, component) => part(page, number, component).click();
const plies = (page) => page.locator("#history .plies li");
const position = (page) => page.inputValue("#position");
const take = async (page, name) => {
  await page.locator("#share").click();
  await page.locator(`[data-take=${name}]`).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  return text;
};
const openEditor = async (page) => {
  if ((await page.getAttribute("#edit", "aria-expanded")) === "false") await page.locator("#edit").click();
};

await story("the first screen", "", {}, async (page, accessible) => {
  is((await page.locator("#front-title").count()) === 1 && !(await page.locator("#main").isVisible()), "the gallery is not first");
  await page.locator(".card svg").nth(8).waitFor();
  is((await page.locator(".card").count()) === games.length, "a game has no card");
  const files = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/api/") && !name.includes(".wasm")).length);
  is(files <= 4, `the page loads ${files} files`);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`       first contentful paint ${Math.round(paint)} ms`);
  await accessible();
  // Enter takes the first game that fits.
  await page.fill("#find", "chomp");
  await page.keyboard.press("Enter");
  await headline(page, "wins");
  is((await page.textContent("#game-title")).includes("Chomp"), "another game is opened");
  await page.locator("#home").click();
  await page.locator("#begin").click();
  await page.locator("#turn", { hasText: "your move" }).waitFor();
  await press(page, 0);
  await press(page, 0);
  await plies(page).nth(1).waitFor();
});

await story("first look", "#kayles:5+7+9", {}, async (page) => {
  await headline(page, "The player to move wins.");
  await page.locator("#verdict .nimber", { hasText: "nim value 2 = 4 xor 2 xor 4" }).waitFor();
  await page.locator(".cell.exception").first().waitFor();
  is((await page.locator(".cell.exception").count()) === 14, "the 14 exceptions of Kayles are not outlined");
  is((await page.locator("#board .part.best").count()) === 1, "the best move is not marked on the board");
  const [board, screen] = await page.evaluate(() => [document.querySelector("#board-panel").getBoundingClientRect().width, innerWidth]);
  is(board > 0.55 * screen, "the board is not the largest panel");
});

for (const [scheme, width] of [["dark", 1280], ["light", 390], ["dark", 390]]) {
  await story(`${scheme} ${width}`, "#kayles:5+7+9", { width, scheme }, async (page) => {
    await settled(page);
    await page.locator(".cell.exception").first().waitFor();
    const { y, height } = await page.locator("#verdict").boundingBox();
    is(y + height <= 900, "the verdict is below the fold");
  });
}

await story("a wide board on a phone", "#cram:3x16", { width: 390 }, (page) => headline(page, "wins"));

await story("a game against the computer to its end", "#nim:3+4+5;you=first", {}, async (page) => {
  for (let ply = 0; ply < 12; ply++) {
    await page.locator("#moves .move.wins:not(:disabled), .headline.over").first().waitFor();
    if ((await page.locator(".headline.over").count()) > 0) break;
    const before = await plies(page).count();
    await page.locator("#moves .move.wins").first().click();
    await plies(page).nth(before).waitFor();
    await page.locator("#turn", { hasText: "your move" }).or(page.locator(".headline.over")).first().waitFor();
  }
  await headline(page, "you win");
  is((await page.locator("#history svg.curve rect").count()) > 2, "there is no curve");
});

await story("a board that is not solved is played all the same", "#cram:7x9;you=first", {}, async (page) => {
  // The moves are there before who wins is known, and the computer replies within its time.
  await press(page, 0);
  await press(page, 1);
  await plies(page).nth(0).waitFor();
  const began = Date.now();
  await plies(page).nth(1).waitFor();
  const took = Date.now() - began;
  is(took < 10_000, `the computer took ${took} ms`);
  await headline(page, /Not decided yet|…|lose|win/);
});

await story("what can be taken along", "#nim:3+4+5", {}, async (page, accessible) => {
  await settled(page);
  await page.locator("#share").click();
  await accessible();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("[data-take=SVG]").click()]);
  is(saved.suggestedFilename() === "nim.svg", `the picture is named ${saved.suggestedFilename()}`);
  const drawn = await readFile(await saved.path(), "utf8");
  is(drawn.startsWith("<svg") && drawn.includes("nim value 2 = 3 xor 4 xor 5"), "the picture is another one");
  const [pixels] = await Promise.all([page.waitForEvent("download"), page.locator("[data-take=PNG]").click()]);
  is((await readFile(await pixels.path())).subarray(1, 4).toString() === "PNG", "the pixels are not a PNG");
  await page.keyboard.press("Escape");
  is((await take(page, "Command")) === "grundy solve nim 3 4 5", "the command");
  is((await take(page, "Python")).includes('grundy.solve("nim", "3 + 4 + 5")'), "the statement");
  is((await take(page, "JSON")).includes('"value":2,'), "the answer");
});

await story("a mistake is marked, undone and mended", "#nim:3+4+5", {}, async (page) => {
  await settled(page);
  await page.locator("#moves .move.loses").first().click();
  await page.locator(".plies .mark", { hasText: "gave the game away" }).waitFor();
  await page.goBack();
  await headline(page, "wins");
  is((await position(page)) === "3 + 4 + 5", "back does not undo the move");
  await page.locator("#redo").click();
  is((await position(page)) !== "3 + 4 + 5", "redo does nothing");
  await page.keyboard.press("u");
  is((await position(page)) === "3 + 4 + 5", "u does not undo");
});

await story("a link holds the convention and the moves", "#kayles:5+7", {}, async (page) => {
  await ready(page);
  await page.locator("#convention label", { hasText: "misère" }).click();
  await page.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  const link = await take(page, "Link");
  is(link.endsWith("#kayles:5+7;misere"), link);
  await press(page, 2, 1);
  await press(page, 3, 1);
  await plies(page).first().waitFor();
  await page.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  const played = await take(page, "Link");
  is(played.endsWith("#kayles:5+7;misere;played=1/1+2"), played);
  const other = await page.context().newPage();
  await other.goto(played);
  await plies(other).first().waitFor();
  is((await other.textContent("#history .plies")).includes("5: leave 1 + 2"), "the moves of a link are not described");
  is((await other.inputValue("#position")) === "1 + 2 + 7", "the link shows another position");
  await other.locator("#undo").click();
  is((await other.inputValue("#position")) === "5 + 7", "the moves of a link cannot be undone");
  is((await take(page, "Command")) === "grundy solve kayles 1 2 7 --misere", "the command");
});

await story("a link whose moves are wrong, and a position that is wrong", "#kayles:5+7;played=2/3+2,1/9,1/1", {}, async (page) => {
  await page.locator("#news", { hasText: "Move 2 of the 3 in the link is not a move" }).waitFor();
  is((await position(page)) === "5 + 3 + 2" && (await plies(page).count()) === 1, "another position is shown");
  is(page.url().endsWith("#kayles:5+7;played=2/3+2"), page.url());
  await page.goto(`${base}/#kayles:5 7;played=1/1+3`);
  await page.waitForFunction(() => document.querySelector("#position").value === "1 + 3 + 7");
  is(page.url().endsWith("#kayles:5+7;played=1/1+3"), page.url());
  // An engine that is busy says nothing about a move.
  await page.route("**/api/v1/board*", (route) => route.fulfill({ contentType: "application/json", body: '{"error":{"code":"busy","message":"busy","help":"ask again"}}' }));
  await page.goto(`${base}/#kayles:9;played=1/4+3,1/3`);
  await page.locator("#verdict", { hasText: "busy" }).waitFor();
  is(page.url().endsWith("#kayles:9;played=1/4+3,1/3"), page.url());
  await page.unroute("**/api/v1/board*");
  await page.goto(`${base}/#kayles:5+7;played=2/3+2`);
  await plies(page).first().waitFor();
  await page.fill("#position", "3x4");
  await page.keyboard.press("Enter");
  await page.locator("#news", { hasText: "A new game begins." }).waitFor();
  await page.locator("#verdict .help", { hasText: "“kayles 3*4” for 3 heaps of 4" }).waitFor();
  await page.locator("#verdict .offer", { hasText: "open “kayles 3*4”" }).click();
  await headline(page, "wins");
  is((await position(page)) === "3*4", `the way out leads to ${await position(page)}`);
});

await story("the rules are broken and mended", "#kayles:5", {}, async (page, accessible) => {
  await ready(page);
  await openEditor(page);
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
  is((await position(page)) === "W(7, 7)", "the position is not an example of the game");
  // Its table is a square, and each value of it a position to look at.
  await page.locator("#table .cell[aria-label='W(2, 3): 1']").click();
  is((await position(page)) === "W(2, 3)", "the table does not open its position");
});

await story("teacher mode", "#kayles:5+4;teacher", {}, async (page, accessible) => {
  await headline(page, "Who wins?");
  await page.locator("#why .note", { hasText: "steps" }).waitFor();
  const shown = page.locator(".mark:visible, .component .value:visible, .stream:visible, #table-panel:visible, .part.winning:visible");
  is((await shown.count()) === 0, "something gives the answer away");
  await page.locator("#share").click();
  is((await page.locator("[data-take=JSON], [data-take=SVG]").count()) === 0, "an export gives the answer away");
  await page.keyboard.press("Escape");
  await accessible();
  await page.locator("[data-key=next]").click();
  await page.keyboard.press("s");
  is((await page.locator(".lesson li").count()) === 2, "two steps are told");
  while (await page.locator("[data-key=next]").isEnabled()) await page.keyboard.press("s");
  await page.locator("#why .columns").waitFor();
  await page.keyboard.press("v");
  await headline(page, "The player to move wins.");
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  is(!(await page.locator("#table-panel").isVisible()), "the table is printed");
  const [question, solution] = await page.locator("#sheets section").allTextContents();
  is(question.includes("Whoever makes the last move wins.") && !question.includes("The player to move"), "the question sheet gives the answer away");
  is(solution.includes("The player to move wins.") && (await page.locator("#sheets svg").count()) === 2, "the answer sheet lacks the answer");
  await page.emulateMedia({ media: "screen" });
});

await story("the board on the full screen", "#nim:3+4+5;teacher", {}, async (page) => {
  await headline(page, "Who wins?");
  await page.locator("#full").click();
  await page.waitForFunction(() => document.fullscreenElement?.id === "board-panel");
  await press(page, 0);
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.fullscreenElement === null);
  await plies(page).first().waitFor();
});

await story("by keyboard alone", "#kayles:5+7", {}, async (page, accessible) => {
  await settled(page);
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
  await plies(page).first().waitFor();
  await settled(page);
  await page.keyboard.press("b");
  is(await page.evaluate(() => document.activeElement.matches("#board [data-part]")), "b does not reach the board");
  const place = () => page.evaluate(() => Number(document.activeElement.dataset.part));
  const from = await place();
  await page.keyboard.press("ArrowRight");
  is((await place()) === from + 1, "an arrow does not go to the next counter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await plies(page).nth(1).waitFor();
  await settled(page);
  is(await page.evaluate(() => document.activeElement.closest("#board") !== null), "the focus does not return to the board");
  await page.keyboard.press("p");
  is(await page.evaluate(() => document.activeElement.id === "position"), "p does not reach the position");
  await page.keyboard.press("Escape");
  for (const [key, text] of [["2", "least number missing"], ["3", "heavy frame"], ["4", "grundy check"], ["1", "column"]]) {
    await page.keyboard.press(key);
    await page.locator("#why", { hasText: text }).waitFor();
    await accessible();
  }
  // Keys of one letter can be switched off.
  await page.keyboard.press("?");
  await page.locator("#single-keys").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  is((await plies(page).count()) === 2 && (await page.locator("#redo").isDisabled()), "a key of one letter acts");
});

await story("letters of a word", "#cut word in {fear, chop, arch}:fearchoparchfearchop", { width: 390 }, async (page) => {
  await settled(page);
  await press(page, 8);
  await press(page, 11);
  await headline(page, "The player to move loses.");
  is((await position(page)) === "fearchop + fearchop", "the word is not cut");
});

await story("a move is dragged", "#cram:3x4", {}, async (page) => {
  await settled(page);
  const [from, to] = [await part(page, 0).boundingBox(), await part(page, 4).boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await plies(page).first().waitFor();
  is((await page.textContent("#history .plies")).includes("take rows 1..2, column 1"), "another move is made");
});

await story("a drag that makes no move makes none", "#nim:7", {}, async (page) => {
  await settled(page);
  const drag = async (from, to) => {
    for (const [number, act] of [[from, "down"], [to, "up"]]) {
      const { x, y, width, height } = await part(page, number).boundingBox();
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse[act]();
    }
  };
  await drag(2, 4);
  is((await plies(page).count()) === 0, "a drag inside of a heap makes a move");
  await drag(4, 6);
  await plies(page).first().waitFor();
  is((await position(page)) === "4", "a drag to the end does not take the last three");
});

await story("undo while the board fades, and the first screen before the computer moves", "#nim:3+4+5;you=second", {}, async (page) => {
  await page.locator("#turn", { hasText: "your move" }).waitFor();
  await press(page, 0);
  await page.keyboard.press("n");
  await page.locator("#turn", { hasText: "your move" }).waitFor();
  is((await plies(page).count()) === 1, "the computer does not begin the new game");
  await page.locator("#you").selectOption("first");
  await page.locator("#home").click();
  await page.waitForTimeout(1000);
  is(await page.locator("#front").isVisible(), "the first screen is left");
});

await story("what is too large to be drawn is solved", "#nim:30000+30000;you=first", {}, async (page) => {
  await headline(page, "lose");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  is((await position(page)) === "30000 + 30000", "the link to the board leads elsewhere");
});

await story("letters of a bag, and unlike games", "#wgme:{abracadabra}", {}, async (page) => {
  await settled(page);
  await press(page, 1);
  await plies(page).first().waitFor();
  await page.goto(`${base}/#kayles 5 + nim 3:`);
  await page.locator("#verdict .nimber", { hasText: "nim value 7 = 4 xor 3" }).waitFor();
  is((await page.locator(".diagnostic:visible").count()) === 0, "a sum of unlike games is called a mistake");
  await page.locator("#moves .move.wins").first().click();
  await headline(page, "The player to move loses.");
  is((await page.locator(".diagnostic:visible").count()) === 0, "a move in a sum of unlike games is called a mistake");
});

await story("a word list of one's own", "", {}, async (page, accessible) => {
  await page.locator(".card", { hasText: "Ghost" }).first().click();
  await ready(page);
  await accessible();
  is((await page.textContent("#game-title")) === "Ghost", "the game has another name");
  await page.locator("#dictionary summary").click();
  await page.locator("#words").fill("gnaw\ngnat\nhome\n");
  await page.locator("#use-words").click();
  await page.locator("#moves .note", { hasText: "2 moves" }).waitFor();
  is((await page.locator("#moves .move").count()) === 2, "two letters may begin a word");
  is((await take(page, "Link")).includes("gnaw,%20gnat,%20home"), "the link does not have the words");
});

await story("a long question does not freeze the page", "#cram:7x9", {}, async (page) => {
  await page.locator("[data-key=look]").click();
  await page.locator("#verdict .headline", { hasText: "Still looking" }).waitFor();
  await openEditor(page);
  await page.fill("#rule", "take 1 or 2");
  await page.locator("#rule-says .sentence", { hasText: "Take" }).waitFor();
  await page.locator("[data-key=stop]").click();
  await headline(page, "Not decided yet.");
});

await story("numbers over 2^53 are exact", "#nim:18446744073709551615+1", {}, async (page) => {
  await page.locator("#verdict .nimber", { hasText: "18446744073709551614" }).waitFor();
  const line = await take(page, "JSON");
  is(line.includes('"value":18446744073709551614,') && line.endsWith("}"), `the JSON is ${line}`);
});

await story("a number that is not an integer stays as it is", "#nim:1", {}, async (page) => {
  await ready(page);
  const read = await page.evaluate('$engine.exact(\'{"a": 3.4175792574734716e+16, "b": [-18446744073709551615, 0.12345678901234567, 1e22], "c": "\\\\"18446744073709551615"}\')');
  const wanted = { a: 3.4175792574734716e16, b: ["-18446744073709551615", 0.12345678901234567, 1e22], c: '"18446744073709551615' };
  is(JSON.stringify(read) === JSON.stringify(wanted), JSON.stringify(read));
});

await story("names of JavaScript in a link have no effect", "#kayles:5;constructor;toString=1;__proto__", {}, ready);

await story("undo against the computer gives the turn back", "#nim:1+1+1;you=first", {}, async (page) => {
  for (let ply = 0; ply < 2; ply++) {
    await page.locator("#moves .move.wins:not(:disabled)").first().click();
    await plies(page).nth(2 * ply).waitFor();
    await page.locator("#turn", { hasText: "your move" }).or(page.locator(".headline.over")).first().waitFor();
  }
  await headline(page, "you win");
  await page.locator("#undo").click();
  await page.locator("#turn", { hasText: "your move" }).waitFor();
  is((await position(page)) === "1", "undo does not step back to the last turn");
  await page.waitForTimeout(800);
  is((await position(page)) === "1", "the computer moves after undo");
  await page.locator("#redo").click();
  await headline(page, "you win");
});

await story("outcomes of the other convention mark no mistake", "#nim:1+1+1", {}, async (page) => {
  await settled(page);
  await page.locator("#moves .move").first().click();
  await headline(page, "loses");
  await page.locator("#convention label", { hasText: "misère" }).click();
  await page.locator("#verdict .note", { hasText: "misère play" }).waitFor();
  is((await plies(page).count()) === 1, "the game so far is lost");
  is((await page.locator(".plies .mark").count()) === 0, "a move is marked that was no mistake");
});

await story("a job that cannot be begun says so", "#cram:7x9", {}, async (page) => {
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

/** That Kayles at 5 + 7 has the value 6. */
const CERTIFICATE = ["grundy-certificate 2", "convention normal", "board octal 0.77", "moves heap", "move take 1..1 leave 0..0 1..1 2..2 any",
  "move take 2..2 leave 0..0 1..1 2..2 any", "start 0 5", "start 0 7", "ask value", "answer value 6", "claim values", ..."01231432", "end 8", ""].join("\n");

await story("a certificate is checked", "", {}, async (page, accessible) => {
  const checked = (text) => page.locator("#checked", { hasText: text }).waitFor();
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator("#check").click();
  await page.locator("#certificate").setInputFiles(file("kayles.cert", CERTIFICATE));
  await checked(/Verified.*Kayles \(octal 0\.77\).*5 \+ 7.*normal play.*6.*the player to move wins/s);
  await accessible();
  await page.locator("#certificate").setInputFiles(file("altered.cert", CERTIFICATE.replace("answer value 6", "answer value 5")));
  await checked(/the answer does not follow from the claims/);
  await page.locator("#certificate").setInputFiles(file("other.txt", "apple\n"));
  await checked(/expected the first line of a certificate/);
  await page.keyboard.press("Escape");
  // A file that is dropped.
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "kayles.cert"));
    return data;
  }, CERTIFICATE);
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
  await checked(/kayles\.cert.*Verified/s);
  // The address names one.
  await page.route("**/results/kayles.cert", (route) => route.fulfill({ contentType: "text/plain", body: CERTIFICATE }));
  await page.goto(`${base}/?check=results/kayles.cert`);
  await checked(/Verified/);
  is(!page.url().includes("check="), "the address keeps the certificate");
  for (const other of ["https://example.org/kayles.cert", "http://"]) {
    await page.goto(`${base}/?check=${other}`);
    await checked(/it is not on this site/);
  }
  await page.keyboard.press("Escape");
  await page.locator(".card").first().click();
  await headline(page, /win|lose/);
});

// The board in a notebook, whose kernel is played by the server.
if (!statSync(program).isDirectory()) {
  for (const width of [1280, 390]) {
    await story(`the board in a notebook, ${width} pixels wide`, "#kayles:5", { width }, async (page, accessible) => {
      const cell = `<!doctype html><html lang="en"><title>notebook</title><meta name="viewport" content="width=device-width"><style></style><main><h1>Notebook</h1><div></div></main><script type="module">
        import widget from "./widget.js";
        const style = await (await fetch("./notebook.css")).text();
        document.querySelector("style").textContent = style;
        const listeners = {};
        const state = { _line: [{ game: "kayles", position: "5 + 3" }], _misere: false, hints: true };
        const model = {
          get: (name) => state[name],
          set: (name, value) => { state[name] = value; (listeners["change:" + name] ?? []).forEach((act) => act()); },
          save_changes() {},
          on: (name, act) => (listeners[name] ??= []).push(act),
          off() {},
          send: async ({ id, verb, ...fields }) => {
            const given = Object.entries({ ...fields, ...state._line.at(-1) }).filter(([, value]) => value !== "");
            const answer = await (await fetch("./api/v1/" + verb + "?" + new URLSearchParams(given))).text();
            listeners["msg:custom"].forEach((act) => act({ id, answer }));
          },
        };
        window.state = state;
        widget.render({ model, el: document.querySelector("main div") });
      </script></html>`;
      await page.route("**/notebook", (route) => route.fulfill({ contentType: "text/html", body: cell }));
      await page.goto(`${base}/notebook`);
      await page.locator(".headline", { hasText: "wins" }).waitFor();
      await page.locator(".move .value", { hasText: /\d/ }).first().waitFor();
      // The values of the components come last.
      await page.locator(".component .value", { hasText: /\d/ }).first().waitFor();
      const wide = await page.locator(".board svg").first().evaluate((node) => node.getBoundingClientRect().width);
      is(wide > 150 && wide < width, `a picture is ${wide} pixels wide`);
      await accessible();
      const played = () => page.evaluate(() => window.state._line.map(({ position }) => position));
      /** The line has so many positions, and the board takes the next move. */
      const stands = async (positions) => {
        await page.waitForFunction((count) => window.state._line.length === count, positions);
        await page.locator(".board[aria-busy=false]").waitFor();
      };
      // By pressing, by keys, from the list, by the computer, and back.
      await page.locator('[data-component="1"] [data-part="3"]').click();
      await page.locator(".offer").first().click();
      await stands(2);
      await page.locator('[data-component="1"] [data-part][tabindex="0"]').focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await stands(3);
      await page.locator(".move").first().click();
      await stands(4);
      await page.getByRole("button", { name: "Undo" }).click();
      await stands(3);
      await page.getByRole("button", { name: "Computer moves" }).click();
      await stands(4);
      await page.getByRole("button", { name: "Start again" }).click();
      is(JSON.stringify(await played()) === '["5 + 3"]', "it does not start again");
      // Without hints nothing says who wins.
      await page.getByLabel("Hints").click();
      await page.locator(".headline", { hasText: "Who wins?" }).waitFor();
      is((await page.locator(".mark.wins, .winning, .value").count()) === 0, "a hint is left");
      await page.waitForFunction(() => document.querySelectorAll(".move").length === 8);
    });
  }
}

await story("a game without a table has no panel for one", "#kayles:5", {}, async (page) => {
  await settled(page);
  // The table of the first game comes when the second one is shown.
  await page.route("**/api/v1/table*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue().catch(() => {});
  });
  await page.goto(`${base}/#octal 0.007:5`);
  await page.waitForTimeout(200);
  await page.goto(`${base}/#cram:3x4`);
  await settled(page);
  await page.waitForTimeout(500);
  is(!(await page.locator("#table-panel").isVisible()), "there is a panel without a table");
});

// Every game of the gallery is opened and played to its end: by pressing on a phone, by keys on a
// large screen. The moves are chosen by a generator with a fixed start.

/** Numbers below `end`, the same in every run. */
function chance(seed) {
  let state = seed;
  return (end) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * end);
  };
}

const MOST_PLIES = 60;

/** Makes one move on the board; returns whether it was made. */
async function move(page, keys, random) {
  const made = await plies(page).count();
  for (let tries = 0; tries < 16; tries++) {
    const offers = page.locator("#board .offer");
    const next = page.locator("#board .part.next");
    const parts = tries % 2 === 1 && (await next.count()) > 0 ? next : page.locator("#board [data-part]:not(.inert)");
    const count = await parts.count();
    if (tries > 5 && (await offers.count()) > 0) await offers.nth(random(await offers.count())).click();
    else if (count === 0) return false;
    else if (keys) {
      await parts.nth(random(count)).evaluate((node) => node.focus());
      await page.keyboard.press("Enter");
    } else await parts.nth(random(count)).click({ force: true, timeout: 2000 }).catch(() => {});
    if ((await plies(page).count()) > made) return true;
  }
  return (await plies(page).count()) > made;
}

/** Plays a game on a page that is open, to its end. */
async function playedOn(page, family, keys) {
  const random = chance(family.name.length + (keys ? 1 : 2));
  await page.goto(`${base}/#${encodeURIComponent(family.sample)}:${encodeURIComponent(family.position ?? family.example)};hidden`);
  for (let ply = 0; ply < MOST_PLIES; ply++) {
    await page.locator("#board[aria-busy=false]").waitFor();
    is((await page.locator(".diagnostic:visible").count()) === 0, `a mistake is shown: ${await page.textContent("#verdict")}`);
    if ((await page.locator(".headline.over").count()) > 0) break;
    is(await move(page, keys, random), `no move can be made at ${await position(page)}`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  is(wide <= 0, `the page is ${wide} pixels too wide`);
}

/** Plays games of a list until it is empty, all on one page. */
async function player(open, keys) {
  const context = await browser.newContext({ viewport: keys ? { width: 1280, height: 900 } : { width: 390, height: 844 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  for (let family = open.shift(); family !== undefined; family = open.shift()) {
    const fault = (text) => faults.push(`${family.name} ${keys ? "by keys" : "by pressing"}: ${text}`);
    page.removeAllListeners();
    page.on("console", (message) => message.type() === "error" && fault(`console: ${message.text()}`));
    page.on("pageerror", (error) => fault(`error: ${error.stack}`));
    await playedOn(page, family, keys).catch((why) => fault(why.stack.split("\n").slice(0, 3).join(" | ")));
  }
  await context.close();
  return faults;
}

async function playedAll() {
  const [pressing, byKeys] = [[...games], [...games]];
  const faults = (await Promise.all([player(pressing, false), player(pressing, false), player(byKeys, true), player(byKeys, true)])).flat();
  if (faults.length === 0) passed++;
  else failed++;
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"} ${games.length} games are played to their ends by pressing and by keys`);
  faults.forEach((fault) => console.log(`       ${fault}`));
}

await playedAll();

// Screens that are kept as pictures: a page that looks otherwise is seen here. Fonts differ between
// systems, so that small differences are allowed. GRUNDY_BLESS=1 keeps the screens of this run.

const SCREENS = [["front", "", 1280], ["heaps", "#kayles:5+7+9", 1280], ["board-on-a-phone", "#cram:3x4", 390], ["graph-in-the-dark", "#geography:grid 3x3 from 0", 1280, "dark"]];
const MOST_DIFFERENT = 0.03;

/** The mean difference of two pictures, each drawn small: 0 for equal ones, 1 for black and white. */
const difference = (page, pictures) => page.evaluate(async (texts) => {
  const small = async (text) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${text}`;
    await image.decode();
    const canvas = new OffscreenCanvas(96, 72).getContext("2d");
    canvas.drawImage(image, 0, 0, 96, 72);
    return canvas.getImageData(0, 0, 96, 72).data;
  };
  const [a, b] = [await small(texts[0]), await small(texts[1])];
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length / 255;
}, pictures.map((picture) => picture.toString("base64")));

for (const [name, hash, width, scheme] of SCREENS) {
  await story(`the screen ${name}`, hash, { width, scheme }, async (page) => {
    if (hash === "") await page.locator(".card svg").nth(4).waitFor();
    else await settled(page);
    await page.waitForLoadState("networkidle");
    const screen = await page.screenshot({ type: "jpeg", quality: 50 });
    const kept = join(process.env.GRUNDY_SCREENS, `${name}.jpg`);
    if (process.env.GRUNDY_BLESS) await writeFile(kept, screen);
    const apart = await difference(page, [screen, await readFile(kept)]);
    is(apart <= MOST_DIFFERENT, `the screen differs by ${apart.toFixed(3)} from the one that is kept`);
  });
}

await browser.close();
end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
