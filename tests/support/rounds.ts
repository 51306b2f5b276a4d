/** Rounds of a random test: `few` in `npm test`, `many` in `npm run test:rest`. */
export function rounds(few: number, many: number): number {
  return process.env['TEST_ROUNDS'] === 'many' ? many : few;
}

/**
 * The same for a test that also says what its rounds must reach: the few are always the same ones, because reaching
 * it must not be a matter of luck. With this seed they also notice each listed mutant of the purchase statement.
 */
export function reachingRounds(few: number, many: number): { numRuns: number; seed?: number } {
  const numRuns = rounds(few, many);
  return numRuns === few ? { numRuns, seed: 3 } : { numRuns };
}
