import { describe, expect, it } from 'vitest';
import { purchaseHash } from '#src/operations/purchase/post.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { canonicalJson } from '#src/protocol/canonical-hash.ts';
import { bodyHash } from '#src/server/ledger/receipts.ts';

const id = '0198c0de-0000-7000-8000-00000000000';

/**
 * Receipts of released versions store these: another hash would make every replay of an old operation a
 * reused key.
 */
describe('the hash of an operation', () => {
  it('equals the one stored by version 0.1', () => {
    const sale = { userId: `${id}1`, estanteId: `${id}2`, codeQrUuid: toVoucherId(`${id}3`), price: 12_500 };
    expect(purchaseHash(sale)).toBe('e3a263176e787158ab4a9eb132afaf42c745fe4da83e396bdeb24e54e9c63e97');
    expect(bodyHash('top-up', { monto: 50_000, uuid: `${id}4`, clientId: `${id}1` })).toBe(
      'ac601acd7ba7fa3ead330d637c5f81d53b17e952c4188bdd298ce76a7adc78e6',
    );
    const payout = { estanteId: `${id}2`, amount: 1_000, note: undefined, actor: `${id}5` };
    expect(bodyHash('payout', payout)).toBe(
      '40fe25ebbf8accea0ba3127b31c2321445a77423c86bbc16a9e63d5f605c9891',
    );
  });

  it('does not depend on the order of keys, at any level', () => {
    expect(bodyHash('x', { a: 1, b: { c: 1, d: 2 } })).toBe(bodyHash('x', { b: { d: 2, c: 1 }, a: 1 }));
    expect(bodyHash('x', { a: 1 })).not.toBe(bodyHash('y', { a: 1 }));
    expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}');
  });
});
