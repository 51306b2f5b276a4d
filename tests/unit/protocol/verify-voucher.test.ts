import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { anyVoucherIdField } from '#src/contract/fields.ts';
import { fromBase64Url, toBase64Url } from '#src/protocol/base64url.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { keySetSchema } from '#src/protocol/keys.ts';
import { verifyVoucher, type VerifySignature } from '#src/protocol/verify-voucher.ts';
import {
  marketPrefixOf,
  readVoucherProof,
  type VoucherProof,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';

const file = z.object({
  ids: z.object({ voucherId: anyVoucherIdField, ownerId: z.string() }),
  now: z.string(),
  keys: keySetSchema,
  vectors: z.array(z.object({ name: z.string(), proof: z.string(), verdict: z.string() })),
});
const path = new URL('./vectors/voucher-proofs-v1.json', import.meta.url);
const { ids, now, keys, vectors } = file.parse(JSON.parse(readFileSync(path, 'utf8')));
const at = Date.parse(now);
const genuine = vectors.find(({ name }) => name === 'signed by the server')?.proof ?? '';
const fromKiosk = vectors.find(({ name }) => name === 'signed by a kiosk')?.proof ?? '';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const verify: VerifySignature = async (publicKey, message, signature) => {
  const raw = fromBase64Url(publicKey);
  if (!raw) return false;
  const key = await webcrypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  return webcrypto.subtle.verify(algorithm, key, signature, message);
};

/** These bytes with each of their bits changed alone. */
function* spoiled(bytes: Uint8Array): Generator<Uint8Array> {
  for (let place = 0; place < bytes.length * 8; place += 1) {
    const changed = bytes.slice();
    changed[place >> 3] = (changed[place >> 3] ?? 0) ^ (1 << (place & 7));
    yield changed;
  }
}

async function judge(text: string, ofIds = ids, moment = at): Promise<string> {
  const verdict = await verifyVoucher(text, ofIds, keys, moment, verify);
  return verdict.ok ? 'ok' : verdict.fault;
}

describe("a voucher's proof", () => {
  it.each(vectors)('$name: $verdict', async ({ proof, verdict }) => {
    expect(await judge(proof)).toBe(verdict);
  });

  it.each([
    ['server', genuine],
    ['kiosk', fromKiosk],
  ])('of a %s is invalid with any of its bits changed', async (_by, text) => {
    const bytes = fromBase64Url(text.slice(3)) ?? new Uint8Array();
    expect(bytes.length).toBeGreaterThan(80);
    for (const changed of spoiled(bytes)) expect(await judge(`v1.${toBase64Url(changed)}`)).not.toBe('ok');
  });

  it("names the issuing market: a kiosk's by its certificate, the server's from version 2 on", async () => {
    const issuedIn = async (text: string) => {
      const verdict = await verifyVoucher(text, ids, keys, at, verify);
      return verdict.ok ? verdict.issuedIn : verdict.fault;
    };
    expect(await issuedIn(genuine)).toBeNull();
    const [kiosk] = keys.kiosks;
    expect(await issuedIn(fromKiosk)).toBe(kiosk && marketPrefixOf(kiosk.marketId));
    const signer = { by: 'server' as const, kid: 1, market: '24684521abcd' };
    const read = readVoucherProof(genuine);
    const pair = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const publicKey = new Uint8Array(await webcrypto.subtle.exportKey('raw', pair.publicKey));
    const own = { ...keys, keys: [{ kid: 1, publicKey: toBase64Url(publicKey), retired: false }] };
    const signed = async (proof: VoucherProof): Promise<string> => {
      const message = voucherProofMessage(proof, ids);
      return writeVoucherProof(
        proof,
        new Uint8Array(await webcrypto.subtle.sign(algorithm, pair.privateKey, message)),
      );
    };
    const facts = { signer, face: read?.face ?? 0, issuedAt: at, expiresAt: null, offlineCap: 0 };
    const text = await signed(facts);
    expect(await verifyVoucher(text, ids, own, at, verify)).toMatchObject({
      ok: true,
      issuedIn: signer.market,
    });
    const bytes = fromBase64Url(text.slice(3)) ?? new Uint8Array();
    for (const changed of spoiled(bytes))
      expect(await verifyVoucher(`v2.${toBase64Url(changed)}`, ids, own, at, verify)).toMatchObject({
        ok: false,
      });
  });

  it("expires when its day begins in the market's zone", async () => {
    const { proof = '' } = vectors.find(({ name }) => name.startsWith('valid until')) ?? {};
    const endsAt = readVoucherProof(proof)?.expiresAt ?? 0;
    for (const dayStartMs of [0, 18_000_000]) {
      const verdictAt = async (moment: number) =>
        verifyVoucher(proof, ids, { ...keys, dayStartMs }, moment, verify);
      expect((await verdictAt(endsAt + dayStartMs - 1)).ok).toBe(true);
      expect(await verdictAt(endsAt + dayStartMs)).toEqual({ ok: false, fault: 'EXPIRED' });
    }
  });

  it("of a kiosk is limited to its certificate's amount", async () => {
    const face = readVoucherProof(fromKiosk)?.face ?? 0;
    const upTo = (most: number) => {
      const kiosks = keys.kiosks.map((kiosk) => ({ ...kiosk, maxVoucher: toAmount(most) }));
      return verifyVoucher(fromKiosk, ids, { ...keys, kiosks }, at, verify);
    };
    expect((await upTo(face)).ok).toBe(true);
    expect(await upTo(face - 1)).toEqual({ ok: false, fault: 'BEYOND_CERTIFICATE' });
  });

  it('of a kiosk expires with its certificate', async () => {
    expect(await judge(fromKiosk, ids, Date.parse('2026-11-28T00:00:00Z'))).toBe('CERTIFICATE_EXPIRED');
  });
});
