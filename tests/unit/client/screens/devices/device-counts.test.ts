import { describe, expect, it } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { countsText } from '#src/client/screens/devices/device-detail.tsx';
import type { Device } from '#src/contract/devices/schemas.ts';

const hourMs = 3_600_000;

/** A device with the fields that its state depends on. */
const device = ({ silentMs = 0, owes = 0, isRevoked = false, isWaiting = false }): Device =>
  ({
    operators: [{ digits: isWaiting ? '123456' : '' }],
    revokedAt: isRevoked ? '2026-11-21T12:00:00Z' : null,
    lastSeenAt: new Date(Date.now() - silentMs).toISOString(),
    owes: { count: owes, seqs: [] },
  }) as unknown as Device;

describe('the counts over the list of devices', () => {
  it('counts each device that may work once: silent, owing, or up to date', () => {
    const devices = [
      device({ silentMs: 2 * hourMs }),
      device({ silentMs: 3 * hourMs }),
      device({ silentMs: 3 * hourMs, owes: 4 }),
      device({}),
      device({ isRevoked: true }),
      device({ isWaiting: true }),
    ];
    expect(countsText(devices)).toBe('2 sin noticias · 1 debe · 1 al día');
  });

  it('omits zero counts', () => {
    expect(countsText([device({}), device({})])).toBe('2 al día');
    expect(countsText([device({ isRevoked: true })])).toBe('');
  });
});
