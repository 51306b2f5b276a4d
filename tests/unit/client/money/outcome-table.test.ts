import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { rowOf } from '#src/client/money/operation/outcome-table.ts';
import { operation } from '#tests/support/market/operations.ts';
import { newId } from '#tests/support/market/stored-operations.ts';

const accepted = { kind: 'accepted' as const, opId: newId() };
const sound = (status: Partial<OperationStatus>) => rowOf(operation({ status })).sound;

describe('the row of an outcome', () => {
  it('sounds like paid for a voucher issued here, because its cash is in the till', () => {
    expect(sound({ offline: { kind: 'issued', proof: 'v1.x' } })).toBe('paid');
    expect(sound({ state: 'accepted' })).toBe('paid');
  });

  it('never sounds like paid for goods that no voucher has paid yet', () => {
    expect(sound({ offline: accepted })).toBe('accepted');
    expect(sound({ offline: accepted, state: 'refused' })).toBe('accepted');
    const unpaid = operation({ status: { offline: accepted }, acceptance: { state: 'refused' } });
    expect(rowOf(unpaid).sound).toBe('accepted');
    expect(sound({ offline: accepted, state: 'accepted' })).toBe('paid');
    expect(sound({ offline: { kind: 'deciding' } })).toBe('pending');
    expect(sound({ state: 'in-review' })).toBe('pending');
    expect(sound({ state: 'refused' })).toBe('refused');
  });

  it('offers to read a refusal, unless the goods are gone', () => {
    expect(rowOf(operation({ status: { state: 'refused' } })).next).toBe('read');
    expect(rowOf(operation({ status: { state: 'refused', offline: accepted } })).next).toBe('send');
  });
});
