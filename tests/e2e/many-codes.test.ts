import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { ninePapers } from './hard-day/nine-papers.ts';
import { correction, severalCodes } from './hard-day/several-codes.ts';

/** Purchases paid by several vouchers, in one market. */
describe('varios códigos', () => {
  const day = openHardDay();
  describe('completar con otro código', () => severalCodes(day));
  describe('corregir', () => correction(day));
  describe('nueve papeles', () => ninePapers(day));
});
