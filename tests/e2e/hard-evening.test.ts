import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { endedPaper } from './hard-day/ended-paper.ts';
import { marketCloses } from './hard-day/market-closes.ts';

/** What the market settles after a hard day: each scene stands on what the one before left. */
describe('después de un día difícil', () => {
  const day = openHardDay();
  describe('un papel viejo', () => endedPaper(day));
  describe('el mercado cierra', () => marketCloses(day));
});
