import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '#src/client/device/crypto.ts';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import { toPracticeVoucher } from '#src/domain/voucher/practice-voucher.ts';
import { verifyVoucher } from '#src/domain/voucher/verify-voucher.ts';
import { readScannedCode } from '#src/domain/voucher/voucher-link.ts';
import { luz } from '#src/extras/practice/client/market/invented.ts';
import { type IssuingKey, makeIssuingKey } from '#src/extras/practice/client/market/issuing-key.ts';

const realIds = fc.uuid({ version: 4 }).map(toVoucherId);

/** Returns the stalls' checker's result for a voucher of `signer`, by the keys that `holder` fetched. */
async function judged(signer: IssuingKey, holder: IssuingKey, uuid: string, kid?: number) {
  const paper = {
    id: toVoucherId(uuid),
    ownerId: luz.id,
    face: toAmount(50_000),
    createAt: new Date().toISOString(),
  };
  const scanned = readScannedCode(await signer.linkOf(paper));
  if (scanned.kind !== 'voucher') throw new Error('a paper is a voucher');
  const keys = holder.keySet();
  const held = kid === undefined ? keys : { ...keys, keys: keys.keys.map((key) => ({ ...key, kid })) };
  const ids = { voucherId: scanned.codeQrId, ownerId: luz.id };
  return verifyVoucher(scanned.proof, ids, held, Date.now(), verifySignature);
}

describe('practice and market vouchers', () => {
  it("are never accepted with the other one's keys, whatever their number", async () => {
    const [practice, market] = await Promise.all([
      makeIssuingKey('https://mercado.test'),
      makeIssuingKey('https://mercado.test'),
    ]);
    await fc.assert(
      fc.asyncProperty(realIds, fc.integer({ min: 0, max: 255 }), async (id, kid) => {
        const paper = toPracticeVoucher(id);
        expect(await judged(practice, market, paper, kid)).toMatchObject({ ok: false });
        expect(await judged(market, practice, id, kid)).toMatchObject({ ok: false });
        expect(await judged(practice, market, paper)).toEqual({ ok: false, fault: 'BAD_SIGNATURE' });
        expect(await judged(practice, practice, paper)).toMatchObject({ ok: true });
      }),
      { numRuns: 100 },
    );
  });
});
