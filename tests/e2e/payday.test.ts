import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { notebookComesIn } from './hard-day/notebook.ts';
import { tillIsHandedOver } from './hard-day/till-handed-over.ts';

/** A market with eighty more stalls out of a notebook counts its till. */
describe('el día de pago', () => {
  const day = openHardDay();
  describe('el cuaderno entra', () => notebookComesIn(day));
  describe('la caja se entrega', () => tillIsHandedOver(day));
});
