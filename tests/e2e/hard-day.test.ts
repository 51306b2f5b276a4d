import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { topUpsUndone } from './hard-day/top-ups-undone.ts';

/** Wrong top-ups of one market are corrected. */
describe('un día difícil', () => {
  const day = openHardDay();
  describe('se corrige lo que se recargó mal', () => topUpsUndone(day));
});
