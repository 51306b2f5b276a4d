/** Rounds of a random test: `few` in `npm test`, `many` in `npm run test:rest`. */
export function rounds(few: number, many: number): number {
  return process.env['TEST_ROUNDS'] === 'many' ? many : few;
}
