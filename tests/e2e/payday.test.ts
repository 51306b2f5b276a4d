import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { notebookComesIn } from './hard-day/notebook.ts';
import { stallsArePaid } from './hard-day/pay-stalls.ts';

/** A market with eighty more stalls out of a notebook counts its till and pays them. */
describe('el día de pago', () => {
  const day = openHardDay();
  describe('el cuaderno entra', () => notebookComesIn(day));
  describe('los estantes cobran', () => stallsArePaid(day));
});
