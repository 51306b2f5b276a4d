import { beforeAll, describe, expect, it } from 'vitest';
import { makeDevicePair, signText } from '#src/client/device/crypto.ts';
import type { OperatorKey } from '#src/contract/sync/schemas.ts';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import { operatorKeyText, operatorText } from '#src/domain/device/device-proof.ts';
import {
  keepOfferedKeys,
  offeredKeys,
  operatorSignatureOf,
} from '#src/server/sync/envelopes/operator-keys.ts';
import { isSignedBy, verifyP256 } from '#src/server/sync/envelopes/verify-p256.ts';
import { author, entryAt, entryContext, stallId } from '#tests/support/device/sync-entry.ts';

type Pair = Awaited<ReturnType<typeof makeDevicePair>>;
let [device, person, other] = [] as unknown as [Pair, Pair, Pair];
beforeAll(async () => {
  [device, person, other] = [await makeDevicePair(), await makeDevicePair(), await makeDevicePair()];
});
const verifier = { verifySignature: verifyP256 };
const hash = 'h'.repeat(64);

async function offerOf(pair: Pair, own: Partial<OperatorKey> = {}, of = author.id): Promise<OperatorKey> {
  const key = { operatorId: stallId, publicKey: pair.publicKey, isUnderPin: true, ...own };
  const text = operatorKeyText(of, key);
  const signed = {
    deviceSig: await signText(device.privateKey, text),
    ownSig: await signText(pair.privateKey, text),
  };
  return { ...key, ...signed, ...own };
}
const taken = (operatorKeys: unknown[] | undefined, signedIn: string | null = stallId) =>
  offeredKeys(verifier, { ...author, publicKey: device.publicKey }, { operatorKeys } as never, signedIn);

describe('an operator key offered by a device', () => {
  it('is accepted for the signed-in person, with signatures by the device and the key', async () => {
    const offer = await offerOf(person);
    expect(await taken([offer])).toEqual([offer]);
    expect(await taken(undefined)).toEqual([]);
    expect(await taken([offer], author.id)).toEqual([]);
    expect(await taken([offer], null)).toEqual([]);
    expect(await taken([{ ...offer, publicKey: 7 }])).toEqual([]);
  });

  it("is rejected when it is the device's own, another device's, or not signed by both", async () => {
    const [offer, foreign] = [await offerOf(person), await offerOf(other)];
    const bad = [
      await offerOf(device),
      await offerOf(person, {}, 'another-device'),
      { ...offer, deviceSig: foreign.deviceSig },
      { ...offer, ownSig: offer.deviceSig },
      { ...offer, isUnderPin: false },
    ];
    expect(await taken([...bad, offer])).toEqual([offer]);
  });

  it('is registered once, and again after it ended', async () => {
    const offers = [await offerOf(person), await offerOf(other, { isUnderPin: false })];
    const kept = async (
      known: { personId: string; publicKey: string; untilSeq: number | null }[],
      of = offers,
    ) => {
      const asked: unknown[] = [];
      const findOperatorKeys = (...given: unknown[]) => (asked.push(given), Promise.resolve(known));
      const { context, written } = entryContext({ findOperatorKeys });
      await keepOfferedKeys(context.tx, author.id, of, { seq: 9, at: new Date(entryAt) });
      return { asked, keys: written.map(({ given }) => given) };
    };
    const put = (pair: Pair, isUnderPin: boolean) => [
      author.id,
      { personId: stallId, publicKey: pair.publicKey, isUnderPin, seq: 9, at: new Date(entryAt) },
    ];
    const { asked, keys } = await kept([]);
    expect(asked).toEqual([[author.id, [person.publicKey, other.publicKey]]]);
    expect(keys).toEqual([put(person, true), put(other, false)]);
    const held = { personId: stallId, publicKey: person.publicKey, untilSeq: null };
    expect((await kept([held])).keys).toEqual([put(other, false)]);
    expect((await kept([{ ...held, untilSeq: 3 }])).keys).toHaveLength(2);
    expect((await kept([{ ...held, personId: 'eva' }])).keys).toHaveLength(2);
    expect((await kept([], [])).asked).toEqual([]);
  });
});

describe("an operator's signature", () => {
  it('is one of this envelope by the named key, or null', async () => {
    const sig = await signText(person.privateKey, operatorText(hash));
    const given = { key: person.publicKey, sig };
    expect(await operatorSignatureOf(verifier, hash, given)).toEqual(given);
    expect(await operatorSignatureOf(verifier, 'i'.repeat(64), given)).toBeNull();
    expect(await operatorSignatureOf(verifier, hash, { ...given, key: other.publicKey })).toBeNull();
    for (const broken of [undefined, {}, { key: 7, sig }])
      expect(await operatorSignatureOf(verifier, hash, broken)).toBeNull();
  });
});

describe('a signature', () => {
  const message = new TextEncoder().encode('text');
  const signature = async () => fromBase64Url(await signText(person.privateKey, 'text')) ?? new Uint8Array();

  it('is valid for its text by its key, and false for anything else without an error', async () => {
    const good = await signature();
    expect(await verifyP256(person.publicKey, message, good)).toBe(true);
    expect(await verifyP256(person.publicKey, message, good), 'of a key that is known').toBe(true);
    expect(await verifyP256(other.publicKey, message, good)).toBe(false);
    expect(await verifyP256(person.publicKey, message, good.slice(1))).toBe(false);
    expect(await verifyP256(person.publicKey, message, new Uint8Array([...good, 0]))).toBe(false);
  });

  it('is invalid for a key that is no point of the curve', async () => {
    // Parsed keys are cached, so this one is new.
    const fresh = await makeDevicePair();
    const good = fromBase64Url(await signText(fresh.privateKey, 'text')) ?? new Uint8Array();
    const raw = fromBase64Url(fresh.publicKey) ?? new Uint8Array();
    const changed = raw.slice();
    changed[40] = (changed[40] ?? 0) ^ 1;
    const compressed = raw.slice();
    compressed[0] = 2;
    for (const bytes of [changed, compressed, raw.slice(1), new Uint8Array([...raw, 0]), new Uint8Array()])
      expect(await verifyP256(toBase64Url(bytes), message, good)).toBe(false);
    expect(await verifyP256(`not base64url! ${fresh.publicKey}`, message, good)).toBe(false);
    expect(await verifyP256(fresh.publicKey, message, good)).toBe(true);
  });

  it('must be canonical base64url', async () => {
    const sig = await signText(person.privateKey, 'text');
    expect(await isSignedBy(verifyP256, person.publicKey, 'text', sig)).toBe(true);
    expect(await isSignedBy(verifyP256, person.publicKey, 'text', `${sig}!`)).toBe(false);
  });
});
