import { describe, expect, it } from 'vitest';
import { toOpId } from '#src/contract/brands.ts';
import {
  decideHandOverVoid,
  decideTillHandOver,
  handOverCodeOf,
} from '#src/domain/operations/cash/till-hand-over.ts';

describe('a hand-over of cash', () => {
  const facts = { till: 80, mayStillGrow: false };
  const fromJournal = { barred: null };

  it('is posted up to the cash in the till, and leaves the rest in it', () => {
    expect(decideTillHandOver({ amount: 60 }, facts, null)).toEqual({ kind: 'post', plan: { left: 20 } });
    expect(decideTillHandOver({ amount: 80 }, facts, fromJournal)).toMatchObject({ plan: { left: 0 } });
  });

  it('is refused beyond it, and names the cash in the till', () => {
    const refused = { kind: 'refuse', code: 'HAND_OVER_TOO_MUCH', left: 80 };
    expect(decideTillHandOver({ amount: 81 }, facts, null)).toEqual(refused);
    expect(decideTillHandOver({ amount: 81 }, facts, fromJournal)).toEqual(refused);
    expect(decideTillHandOver({ amount: 1 }, { ...facts, till: null }, null)).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('waits in a journal while the till may still grow enough, and never in a call', () => {
    const growing = { ...facts, mayStillGrow: true };
    expect(decideTillHandOver({ amount: 81 }, growing, fromJournal)).toEqual({
      kind: 'wait',
      code: 'WAITS_FOR_ANOTHER',
    });
    expect(decideTillHandOver({ amount: 81 }, growing, null)).toMatchObject({ kind: 'refuse' });
  });

  it.each([
    ['FORBIDDEN', 'refuse'],
    ['DEVICE_REVOKED', 'refuse'],
    ['NOT_OPERATOR', 'wait'],
    ['SIGN_IN_AGAIN', 'wait'],
  ] as const)('by a person who may not write it is first answered: %s', (barred, kind) => {
    expect(decideTillHandOver({ amount: 1 }, facts, { barred })).toEqual({ kind, code: barred });
  });

  it('can be withdrawn once, until it is received', () => {
    const handOver = { amount: 60, state: 'IN_TRANSIT' as const };
    expect(decideHandOverVoid(handOver, { till: 20 })).toEqual({ kind: 'post', plan: { left: 80 } });
    for (const state of ['RECEIVED', 'TAKEN_BACK'] as const)
      expect(decideHandOverVoid({ ...handOver, state }, { till: 20 })).toEqual({
        kind: 'refuse',
        code: 'HAND_OVER_CLOSED',
      });
    expect(decideHandOverVoid(null, { till: 20 })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has the same code on the device and the server', () => {
    const code = handOverCodeOf(toOpId('0f8fad5b-d9cb-469f-a165-70867728950e'));
    // An older version may have printed its slip, so the code never changes.
    expect(code).toBe('E-3JB36');
    expect(handOverCodeOf(toOpId('7c9e6679-7425-40de-944b-e07fc1f90ae7'))).not.toBe(code);
  });
});
