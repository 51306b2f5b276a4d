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
    [0x00, '00010203-0405-4607-8809-0a0b0c0d0e0f'],
    [0xf0, 'f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff'],
  ])('on plain http, without randomUUID, is of version 4 from random bytes from %i on', (first, id) => {
    const bytes = Uint8Array.from({ length: 16 }, (_, place) => first + place);
    vi.stubGlobal('crypto', { getRandomValues: (into: Uint8Array) => (into.set(bytes), into) });
    expect(newId()).toBe(id);
  });
});
