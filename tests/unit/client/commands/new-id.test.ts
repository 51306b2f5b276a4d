import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId, newOpId, newVoucherId } from '#src/client/commands/new-id.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a new id', () => {
  it("is the browser's own where it can make one", () => {
    vi.stubGlobal('crypto', { randomUUID: () => '24684521-0000-4000-8000-000000000001' });
    expect(newId()).toBe('24684521-0000-4000-8000-000000000001');
    expect([newOpId(), newVoucherId()]).toEqual([newId(), newId()]);
  });

  it.each([
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    [0x5a, '5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a'],
  ])('on plain http, without randomUUID, is of version 4 from random bytes such as %i', (byte, id) => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
    expect(newId()).toBe(id);
  });

  it('has every byte in its place', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, place) => 0x10 + place);
    vi.stubGlobal('crypto', { getRandomValues: (into: Uint8Array) => (into.set(bytes), into) });
    expect(newId()).toBe('10111213-1415-4617-9819-1a1b1c1d1e1f');
  });
});
