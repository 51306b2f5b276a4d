import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { stallsArePaid } from './hard-day/pay-stalls.ts';

/** A market with forty more stalls counts its till and pays them. */
describe('el día de pago', () => {
  stallsArePaid(openHardDay());
});
