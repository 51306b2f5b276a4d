import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SealedResult } from '#src/contract/sync/recovery.ts';
import { toOpId } from '#src/protocol/brands.ts';
import type { ReceiptSeal } from '#src/protocol/recovery.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';

const sealer = createSealer(Buffer.alloc(32, 8));
const opId = toOpId(randomUUID());
const hash = 'a'.repeat(64);
const operation = { kind: 'purchase', opId, hash } as const;
const accepted: SealedResult = { state: 'accepted' };
const seal = sealer.seal({ ...operation, ...accepted }, { epoch: 3, position: 700 });

describe('a sealed receipt', () => {
  it('is recognised by the server that made it, alone and beside its envelope', () => {
    expect(sealer.proven({ ...accepted, seal }, operation)).toEqual(accepted);
    expect(sealer.shown({ ...accepted, seal, opId, hash })).toMatchObject({ opId, seal });
  });

  const others: [
    string,
    { outcome?: SealedResult; op?: string; of?: string; seal?: Partial<ReceiptSeal> },
  ][] = [
    ['of another operation', { op: randomUUID() }],
    ['of another content under the same operation', { of: 'b'.repeat(64) }],
    ['of another outcome', { outcome: { state: 'settled-with-overspend' } }],
    ['of a refusal made an acceptance', { outcome: { state: 'refused', code: 'VOUCHER_SPENT' } }],
    ['of another epoch', { seal: { epoch: 4 } }],
    ['of another position', { seal: { position: 1 } }],
    ['of another key', { seal: { kid: '00000000' } }],
    ['with a MAC that a device made up', { seal: { mac: 'A'.repeat(43) } }],
    ['with no MAC', { seal: { mac: '' } }],
  ];
  it.each(others)('%s is ignored', (_name, { outcome = accepted, op, of, seal: change }) => {
    const given = { ...outcome, seal: { ...seal, ...change } };
    expect(sealer.proven(given, { kind: 'purchase', opId: toOpId(op ?? opId), hash: of ?? hash })).toBeNull();
    expect(sealer.shown({ ...given, opId: op ?? opId, hash: of ?? hash })).toBeNull();
  });

  it('of another kind of operation is ignored', () => {
    expect(sealer.proven({ ...accepted, seal }, { ...operation, kind: 'withdrawal' })).toBeNull();
  });

  it("by another server's key is ignored", () => {
    const foreign = createSealer(Buffer.alloc(32, 9));
    const made = foreign.seal({ ...operation, ...accepted }, { epoch: 3, position: 700 });
    expect(sealer.proven({ ...accepted, seal: made }, operation)).toBeNull();
    expect(sealer.proven({ ...accepted, seal: { ...made, kid: sealer.kid } }, operation)).toBeNull();
  });

  it.each([[null], ['seal'], [{}], [{ state: 'accepted', seal: {} }], [{ state: 'again', seal }]])(
    'of invalid form (%j) is ignored',
    (given) => {
      expect(sealer.proven(given, operation)).toBeNull();
      expect(sealer.shown(given)).toBeNull();
    },
  );
});
