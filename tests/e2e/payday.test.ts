import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { tillIsReceived } from './hard-day/till-received.ts';

/** A market counts a till by its notes and receives it. */
describe('el día de pago', () => {
  tillIsReceived(openHardDay());
});
