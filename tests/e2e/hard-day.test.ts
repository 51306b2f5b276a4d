import { describe } from 'vitest';
import { correctedSale } from './hard-day/corrected-sale.ts';
import { openHardDay } from './hard-day/day.ts';
import { topUpsUndone } from './hard-day/top-ups-undone.ts';

/** What was charged or topped up wrongly and is put right, in one market. */
describe('un día difícil', () => {
  const day = openHardDay();
  describe('se corrige lo que se recargó mal', () => topUpsUndone(day));
  describe('se corrige lo que se cobró mal', () => correctedSale(day));
});
