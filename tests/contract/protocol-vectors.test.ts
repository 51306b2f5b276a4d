import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '#src/client/device/crypto.ts';
import { outboxFileSchema } from '#src/contract/sync/recovery.ts';
import { syncRequestSchema } from '#src/contract/sync/schemas.ts';
import { decideSettlement, type SettlementFacts } from '#src/operations/acceptance/rule.ts';
import { envelopeSchema } from '#src/operations/envelopes.ts';
import type { AcceptanceFacts, TopUpIssueFacts } from '#src/protocol/acceptance.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import { createRescueKey } from '#src/server/nouns/devices/rescue-files.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { readVectors } from './vectors.ts';

/** A copy of src/protocol in a folder without the rest of the product. */
const copy = temporaryFolder();
cpSync('src/protocol', copy, { recursive: true });
cpSync('tsconfig.base.json', join(copy, 'base.json'));
writeFileSync(
  join(copy, 'tsconfig.json'),
  JSON.stringify({
    extends: './base.json',
    compilerOptions: { lib: ['es2022'], types: [] },
    include: ['*.ts'],
  }),
);
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
const alone = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(copy, file)).href)) as Module;
const { decideAcceptance, decideTopUpIssue } =
  await alone<typeof import('#src/protocol/acceptance.ts')>('acceptance.ts');
const { findBalance, mergeBalanceLists, readBalanceList } =
  await alone<typeof import('#src/protocol/balance-list.ts')>('balance-list.ts');
const { toAmount, toMarketId, toVoucherId } =
  await alone<typeof import('#src/protocol/brands.ts')>('brands.ts');
const { canonicalHash, canonicalJson } =
  await alone<typeof import('#src/protocol/canonical-hash.ts')>('canonical-hash.ts');
const { envelopeHash } = await alone<typeof import('#src/protocol/envelope.ts')>('envelope.ts');
const { keySetSchema } = await alone<typeof import('#src/protocol/keys.ts')>('keys.ts');
const { sealedRescueSchema, rescueInfo } =
  await alone<typeof import('#src/protocol/recovery.ts')>('recovery.ts');
const { shortCodeOf } = await alone<typeof import('#src/protocol/voucher-link.ts')>('voucher-link.ts');
const { certificateText, enrolText, envelopeText, requestText } =
  await alone<typeof import('#src/protocol/signed-texts.ts')>('signed-texts.ts');
const { isProofSigned, verifyVoucher } =
  await alone<typeof import('#src/protocol/verify-voucher.ts')>('verify-voucher.ts');
const { voucherExpiry, readVoucherProof, voucherProofMessage } =
  await alone<typeof import('#src/protocol/voucher-proof.ts')>('voucher-proof.ts');

/** The product against docs/protocol/vectors.json, which docs/protocol/check.mjs checks without the product's code. */
const vectors = readVectors();
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));
const textBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));
const isSigned = (publicKey: string, text: string, signature: string): Promise<boolean> =>
  verifySignature(publicKey, textBytes(text), new Uint8Array(Buffer.from(signature, 'base64url')));

describe('the folder of the protocol', () => {
  it('compiles alone', () => {
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc], { cwd: copy, encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('describes each export', () => {
    const bare = readdirSync('src/protocol').flatMap((file) =>
      [...readFileSync(`src/protocol/${file}`, 'utf8').matchAll(/(?<!\*\/\n)^export .*$/gm)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
    expect(bare).toEqual([]);
  });
});

describe('the test vectors of the protocol', () => {
  it('hash canonical JSON as the product does', () => {
    for (const { value, json, sha256 } of vectors.canonical)
      expect([canonicalJson(value), canonicalHash(value)]).toEqual([json, sha256]);
  });

  it('name short codes as the product does', () => {
    for (const { uuid, code } of vectors.shortCodes) expect(shortCodeOf(uuid)).toBe(code);
  });

  it('have proofs that the product reads and verifies, and others that it refuses', async () => {
    for (const { text, fields, messageHex, voucherId, ownerId, publicKey } of vectors.proofs) {
      const proof = readVoucherProof(text);
      if (!proof) throw new Error(`unreadable: ${text}`);
      const { signature, ...facts } = proof;
      expect(facts).toEqual(fields);
      expect(signature).toHaveLength(64);
      const ids = { voucherId: toVoucherId(voucherId), ownerId };
      expect(Buffer.from(voucherProofMessage(proof, ids)).toString('hex')).toBe(messageHex);
      expect(await isProofSigned(proof, ids, publicKey, verifySignature)).toBe(true);
    }
    for (const { text, voucherId, ownerId, publicKey, readable } of vectors.badProofs) {
      const proof = readVoucherProof(text);
      expect(proof !== null).toBe(readable);
      const ids = { voucherId: toVoucherId(voucherId), ownerId };
      if (proof) expect(await isProofSigned(proof, ids, publicKey, verifySignature)).toBe(false);
    }
  });

  it.each(vectors.verdicts)(
    'judge a proof with its offset: $name',
    async ({ keySet, now, verdict, ...proof }) => {
      const { text, ownerId, voucherId } = proof;
      const ids = { voucherId: toVoucherId(voucherId), ownerId };
      const judged = await verifyVoucher(text, ids, keySetSchema.parse(keySet), now, verifySignature);
      expect(judged.ok ? 'valid' : judged.fault).toBe(verdict);
    },
  );

  it('end vouchers at the same moment as the product', () => {
    for (const { issuedAt, days, dayStartMs, endsAt } of vectors.expiries)
      expect(voucherExpiry(new Date(issuedAt), { days, dayStartMs })?.getTime() ?? null).toBe(endsAt);
  });

  it('have lists of balances that the product reads and merges', () => {
    const lists = Object.values(vectors.lists).map(({ hex, lookUps }) => {
      const list = readBalanceList(bytesOf(hex));
      if (!list) throw new Error('unreadable list');
      for (const { voucherId, balance } of lookUps)
        expect(findBalance(list, toVoucherId(voucherId))).toBe(balance);
      return list;
    });
    const [full, changes, merged] = lists;
    if (!full || !changes || !merged) throw new Error('three lists are wanted');
    expect(mergeBalanceLists(full, changes)).toEqual(merged);
  });

  it('sign the texts that the product signs', async () => {
    const { enrol, certificate } = vectors.texts;
    expect(enrolText(enrol.deviceId, enrol.publicKey, enrol.personId)).toBe(enrol.text);
    const { marketId, maxVoucher, ...rest } = certificate.certificate;
    const kiosk = { ...rest, marketId: toMarketId(marketId), maxVoucher: toAmount(maxVoucher) };
    expect(certificateText(kiosk)).toBe(certificate.text);
    expect(
      await Promise.all([
        isSigned(enrol.publicKey, enrol.text, enrol.sig),
        isSigned(certificate.publicKey, certificate.text, certificate.certificate.sig),
      ]),
    ).toEqual([true, true]);
  });

  it('have envelopes and a request of the contract, hashed and signed as the product does', async () => {
    for (const { envelope, devicePublicKey, sig } of vectors.envelopes) {
      const parsed = envelopeSchema.parse(envelope);
      expect(envelopeHash(parsed)).toBe(parsed.hash);
      expect(await isSigned(devicePublicKey, envelopeText(parsed.hash), sig)).toBe(true);
    }
    const { request, text, publicKey } = vectors.request;
    const parsed = syncRequestSchema.parse(request);
    expect(requestText(request)).toBe(text);
    expect(await isSigned(publicKey, text, parsed.proof)).toBe(true);
  });

  it('seal receipts as the product does', () => {
    const sealer = createSealer(bytesOf(vectors.seals.keyHex));
    expect(sealer.kid).toBe(vectors.seals.kid);
    for (const { facts, seal } of vectors.seals.sealed) expect(sealer.seal(facts, seal)).toEqual(seal);
  });

  it('have a rescue file that the server of its key opens', () => {
    const { serverPrivateHex, rescueKey, file, plain } = vectors.rescue;
    const key = createRescueKey(bytesOf(serverPrivateHex));
    expect(key.publicKey).toBe(rescueKey);
    const text = key.open(sealedRescueSchema.parse(file), rescueInfo);
    expect(JSON.parse(text ?? '')).toEqual(plain);
    expect(outboxFileSchema.parse(plain).checksum).toBe(plain.checksum);
  });

  it.each(vectors.acceptances)('decide as the device does: $name', ({ facts, decision }) => {
    expect(decideAcceptance(facts as AcceptanceFacts & { limits: OfflineLimits })).toEqual(decision);
  });

  it.each(vectors.issues)('issue as the kiosk does: $name', ({ facts, decision }) => {
    expect(decideTopUpIssue(facts as TopUpIssueFacts)).toEqual(decision);
  });

  it.each(vectors.settlements)('decide as the settlement does: $name', ({ price, facts, decision }) => {
    expect(decideSettlement({ price }, facts as SettlementFacts)).toEqual(decision);
  });

  it('pass a check that shares no code with the product, which fails on a changed vector', () => {
    const check = (...file: string[]) =>
      spawnSync(process.execPath, ['docs/protocol/check.mjs', ...file], { encoding: 'utf8' });
    for (const name of ['check', 'day', 'paper'])
      expect(readFileSync(`docs/protocol/${name}.mjs`, 'utf8')).not.toMatch(/from '(?!node:|\.\/paper\.mjs)/);
    expect(check()).toMatchObject({ status: 0, stderr: '' });
    const changed = join(temporaryFolder(), 'changed.json');
    writeFileSync(
      changed,
      readFileSync('docs/protocol/vectors.json', 'utf8').replace(/"price": 12500/, '"price": 12600'),
    );
    expect(check(changed).status).toBe(1);
  });
});
