import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { topUpVoids } from './hard-day/top-up-voids.ts';

/** Wrong top-ups of one market are corrected. */
describe('un día difícil', () => {
  const day = openHardDay();
  describe('se corrige lo que se recargó mal', () => topUpVoids(day));
});
