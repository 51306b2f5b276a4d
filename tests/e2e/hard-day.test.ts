import { describe } from 'vitest';
import { correctedSale } from './hard-day/corrected-sale.ts';
import { openHardDay } from './hard-day/day.ts';
import { topUpsUndone } from './hard-day/top-ups-undone.ts';

/** Wrong sales and top-ups of one market are corrected. */
describe('un día difícil', () => {
  const day = openHardDay();
  describe('se corrige lo que se recargó mal', () => topUpsUndone(day));
  describe('se corrige lo que se cobró mal', () => correctedSale(day));
});
