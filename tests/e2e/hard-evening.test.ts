import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { endedPaper } from './hard-day/ended-paper.ts';
import { marketCloses } from './hard-day/market-closes.ts';

/** Settlements after a hard day: each scene continues with the previous one's state. */
describe('después de un día difícil', () => {
  const day = openHardDay();
  describe('un papel viejo', () => endedPaper(day));
  describe('el mercado cierra', () => marketCloses(day));
});
