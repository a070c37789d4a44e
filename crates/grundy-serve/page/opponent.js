// The computer's side of a game. It knows what the engine listed and no more: a winning move if
// there is one; in a lost position the move that leaves most to play, which prolongs the game.

import { size } from "./position.js";

const CARELESS = 0.25;

/** The move of the computer at this level among `options`, of which there is at least one. */
export function reply(options, level, chance = Math.random) {
  const any = () => options[Math.floor(chance() * options.length)];
  if (level === "beginner" || (level === "careless" && chance() < CARELESS)) return any();
  const winning = options.find((move) => move.wins);
  if (winning) return winning;
  return options.reduce((best, move) => (size(move.to) > size(best.to) ? move : best));
}
