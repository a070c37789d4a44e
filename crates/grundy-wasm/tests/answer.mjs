// Answers each line of standard input by the module that the first argument names: the program
// json_server in WebAssembly. Reports times on standard error.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

const bytes = readFileSync(process.argv[2]);
const began = performance.now();
const { instance } = await WebAssembly.instantiate(bytes, { grundy: { now: () => performance.now() } });
const { memory, request, answer, answer_length } = instance.exports;
console.error(`module ready after ${(performance.now() - began).toFixed(0)} ms`);

for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line === "") continue;
  const start = performance.now();
  const text = new TextEncoder().encode(line);
  // The room comes first: to make it may move the memory.
  const room = request(text.length);
  new Uint8Array(memory.buffer, room, text.length).set(text);
  const at = answer();
  process.stdout.write(new Uint8Array(memory.buffer, at, answer_length()));
  console.error(`${(performance.now() - start).toFixed(1)} ms  ${line.slice(0, 80)}`);
}
