import { describe } from 'vitest';
import { openHardDay } from './hard-day/day.ts';
import { tillIsHandedOver } from './hard-day/till-handed-over.ts';

/** A market counts a till by its notes and receives it. */
describe('el día de pago', () => {
  tillIsHandedOver(openHardDay());
});
