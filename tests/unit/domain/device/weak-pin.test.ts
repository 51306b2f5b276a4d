import { describe, expect, it } from 'vitest';
import { isWeakPin } from '#src/domain/device/weak-pin.ts';

describe('a PIN that a thief would try first', () => {
  it.each([
    '000000',
    '777777',
    '123456',
    '456789',
    '654321',
    '987654',
    '121212',
    '474747',
    '123123',
    '908908',
    '101010',
    '112233',
    '123321',
    '654123',
    '159753',
    '147258',
    '102030',
  ])('%s is refused', (pin) => {
    expect(isWeakPin(pin)).toBe(true);
  });

  it.each(['135790', '246824', '123457', '765431', '908809', '112234', '581303', '100000'])(
    '%s is taken',
    (pin) => {
      expect(isWeakPin(pin)).toBe(false);
    },
  );

  it('is only one in a few hundred of those that start with 1, so nearly every PIN is available', () => {
    const ofOne = Array.from({ length: 100_000 }, (_, number) => String(100_000 + number));
    const weak = ofOne.filter(isWeakPin).length;
    expect(weak).toBeGreaterThan(100);
    expect(weak).toBeLessThan(300);
  });
});
