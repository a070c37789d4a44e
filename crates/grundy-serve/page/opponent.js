// The computer's side of a game. It knows what the engine has found in the time that was set and no
// more: a winning move if there is one; in a lost position the move that leaves most to play, which
// prolongs the game; and where nothing is known any move, which the page says.

const CARELESS = 0.25;

/** The move of the computer at this level among `moves`, of which there is at least one. */
export function reply(moves, level, chance = Math.random) {
  const any = (list) => list[Math.floor(chance() * list.length)];
  if (level === "beginner" || (level === "careless" && chance() < CARELESS)) return any(moves);
  const winning = moves.find((move) => move.wins);
  if (winning) return winning;
  if (moves.every((move) => move.wins === false)) {
    return moves.reduce((best, move) => (move.to.length > best.to.length ? move : best));
  }
  return any(moves.filter((move) => move.wins !== false));
}
