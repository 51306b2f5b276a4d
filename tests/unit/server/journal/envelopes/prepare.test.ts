import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { devicePrefixOf, voucherProofMessage, writeVoucherProof } from '#src/protocol/voucher-proof.ts';
import { prepareEntries, type Prepared, type ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { author, entryAt, stallId } from '#tests/support/device/sync-entry.ts';
import { syncServer } from '#tests/support/device/sync-server.ts';

const nobody = { inject: () => Promise.reject(new Error('no server')) };
const day = 86_400_000;
// Ordered by id, so that a wrong order is wrong every time.
const [tablet, kiosk, stranger] = [0, 1, 2]
  .map(() => {
    const device = new SignedDevice(nobody);
    device.operatorId = stallId;
    return device;
  })
  .sort((a, b) => (a.id < b.id ? -1 : 1)) as [SignedDevice, SignedDevice, SignedDevice];
const rowOf = ({ id, publicKey }: SignedDevice, own: object = {}): SyncDevice => ({
  ...author,
  id,
  publicKey,
  ...own,
});
const uploader = rowOf(tablet);
const uuid = toVoucherId('24684521-0000-4000-8000-000000000000');
const clientId = 'cccccccc-0000-4000-8000-000000000003';
const sale = {
  userId: clientId,
  codeQrUuid: uuid,
  price: toAmount(500),
  estanteId: stallId,
  by: 'stall' as const,
};

async function prepare(
  entries: SyncEntry[],
  {
    devices = [uploader, rowOf(kiosk)],
    deps: own = {},
    tx = {},
  }: {
    devices?: SyncDevice[];
    deps?: Partial<SyncDeps>;
    tx?: Partial<SyncTransaction>;
  } = {},
) {
  const { deps, asked } = syncServer(devices, tx);
  return { prepared: await prepareEntries({ ...deps, ...own }, uploader, entries), asked };
}
const kindsOf = (prepared: readonly Prepared[]) => prepared.map(({ kind }) => kind);
const first = ({ prepared }: { prepared: Prepared[] }) => prepared[0] as ReadyEntry;

describe("a request's entries before they are recorded", () => {
  it('keep their order, however many there are', async () => {
    const entries = Array.from({ length: 47 }, () => tablet.write('purchase', sale));
    const { prepared } = await prepare(entries);
    expect(prepared.map((entry) => (entry as ReadyEntry).envelope.opId)).toEqual(
      entries.map(({ envelope }) => envelope.opId),
    );
    expect(prepared.map(({ index }) => index)).toEqual(entries.map((_, index) => index));
  });

  it('fail together when the database does, and none ends the process (seed 1135019131)', async () => {
    const entries = Array.from({ length: 60 }, () => tablet.write('purchase', sale));
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    let asked = 0;
    let answer = (): void => undefined;
    const slow = new Promise<boolean>((resolve) => (answer = () => resolve(true)));
    const verifySignature = () => ((asked += 1) <= 20 ? slow : Promise.reject(new Error('lost')));
    const failing = prepare(entries, { deps: { verifySignature } }).catch((error: unknown) => error);
    // Node reports a failure without a handler once the turn has ended.
    await setImmediate();
    answer();
    expect(await failing).toEqual(new Error('lost'));
    process.off('unhandledRejection', note);
    expect([asked, unhandled]).toEqual([60, []]);
  });

  it('are judged independently: a bad one changes nothing for the others', async () => {
    const good = tablet.write('purchase', sale);
    const changed = { ...good, envelope: { ...good.envelope, payload: { ...sale, price: toAmount(501) } } };
    const other = tablet.write('purchase', sale);
    const { prepared } = await prepare([
      stranger.write('purchase', sale),
      changed,
      { ...good, sig: other.sig },
      { envelope: 'text', sig: '' },
      good,
    ]);
    expect(kindsOf(prepared)).toEqual([
      'unknown-author',
      'changed-body',
      'bad-signature',
      'unreadable',
      'ready',
    ]);
    expect(prepared[1]).toEqual({ index: 1, kind: 'changed-body', envelope: changed.envelope });
  });

  it.each([
    ['a control character', { operatorId: 'a\u0007' }],
    ['half of a character', { operatorId: '\ud800' }],
    ['more than 200 characters', { operatorId: 'a'.repeat(201) }],
    ['a control character in its content', { payload: { clientId, dataHash: '\u0000' } }],
    ['a control character in its hash', { hash: 'h\u0001' }],
    ['a control character in the hash before', { prevHash: 'h\u0001' }],
  ])('with text that the database does not store are unreadable: %s', async (_what, own) => {
    const { envelope, sig } = tablet.write('customer', { clientId, dataHash: 'd' });
    const { prepared } = await prepare([{ envelope: { ...envelope, ...own }, sig }]);
    expect(prepared).toEqual([{ index: 0, kind: 'unreadable', opId: envelope.opId }]);
  });

  it('may have 200 characters in a text', async () => {
    const { envelope, sig } = tablet.write(
      'customer',
      { clientId, dataHash: 'd' },
      { operatorId: 'ñ'.repeat(200) },
    );
    expect(kindsOf((await prepare([{ envelope, sig }])).prepared)).toEqual(['ready']);
  });

  it.each([
    [{ opId: 'x'.repeat(70), v: 2 }, 'x'.repeat(64)],
    [{ opId: 7 }, ''],
    [{}, ''],
    [null, ''],
    ['text', ''],
  ])('that cannot be read keep the id they have: %j', async (envelope, opId) => {
    const { prepared } = await prepare([{ envelope, sig: '' }]);
    expect(prepared).toEqual([{ index: 0, kind: 'unreadable', opId }]);
  });

  it("carry their outcome by this server's seal, when it is about this envelope", async () => {
    const { deps } = syncServer([]);
    const entry = tablet.write('purchase', sale);
    const { kind, opId, hash } = entry.envelope;
    const outcome = { state: 'refused', code: 'VOUCHER_SPENT' } as const;
    const seal = deps.sealer.seal({ kind, opId, hash, ...outcome }, { epoch: 5, position: 3 });
    expect(first(await prepare([{ ...entry, sealed: { ...outcome, seal } }])).proven).toEqual(outcome);
    const other = { ...tablet.write('purchase', sale), sealed: { ...outcome, seal } };
    expect(first(await prepare([other])).proven).toBeNull();
  });
});

describe('the proof of an offline sale', () => {
  const accepted = (proof: string) =>
    tablet.writeAcceptance(toOpId('11111111-0000-4000-8000-000000000000'), {
      userId: clientId,
      codeQrUuid: uuid,
      price: 500,
      proof,
    });
  const ofKiosk = (key: string | null = kiosk.publicKey) => ({
    findProofKey: (signer: object) => Promise.resolve('devicePrefix' in signer ? key : null),
  });

  it('is kept when the named key signed it for this voucher and its owner', async () => {
    const text = kiosk.kioskProof(uuid, clientId, 900);
    const { prepared, asked } = await prepare([accepted(text)], { tx: ofKiosk() });
    expect(prepared[0]).toMatchObject({
      proof: { signer: { by: 'kiosk', devicePrefix: devicePrefixOf(kiosk.id) }, face: 900 },
    });
    expect(asked('findProofKey')).toEqual([[{ by: 'kiosk', devicePrefix: devicePrefixOf(kiosk.id) }]]);
  });

  it.each([
    ['there is none', '', kiosk.publicKey],
    [
      'it is for another voucher',
      kiosk.kioskProof(toVoucherId('99999999-0000-4000-8000-000000000000'), clientId, 9),
      kiosk.publicKey,
    ],
    ['it is for another owner', kiosk.kioskProof(uuid, stallId, 9), kiosk.publicKey],
    ['another key signed it', kiosk.kioskProof(uuid, clientId, 9), tablet.publicKey],
    ['its key is not known', kiosk.kioskProof(uuid, clientId, 9), null],
  ])('is nothing where %s', async (_what, text, key) => {
    expect(first(await prepare([accepted(text)], { tx: ofKiosk(key) })).proof).toBeNull();
  });

  it("is looked up by the number of a server's key", async () => {
    const bySever = (kid: number) => {
      const proof = {
        signer: { by: 'server' as const, kid },
        face: 900,
        issuedAt: entryAt,
        expiresAt: null,
        offlineCap: 0,
      };
      const message = voucherProofMessage(proof, { voucherId: uuid, ownerId: clientId });
      return writeVoucherProof(proof, Buffer.from(stranger.signBytes(message), 'base64url'));
    };
    const findProofKey = (signer: object) =>
      Promise.resolve('kid' in signer && signer.kid === 3 ? stranger.publicKey : null);
    const entries = [3, 4, 3].map((kid) => accepted(bySever(kid)));
    const { prepared, asked } = await prepare(entries, { tx: { findProofKey } });
    // Signatures are checked in parallel: the first to finish looks up first.
    const kids = asked('findProofKey').map(([signer]) => (signer as { kid: number }).kid);
    expect(kids.toSorted((a, b) => a - b)).toEqual([3, 4]);
    expect(prepared.map((entry) => (entry as ReadyEntry).proof?.face)).toEqual([900, undefined, 900]);
  });

  it('is looked up once per signer', async () => {
    const text = kiosk.kioskProof(uuid, clientId, 900);
    const others = stranger.kioskProof(uuid, clientId, 900);
    const { prepared, asked } = await prepare(
      [text, others, text].map((one) => accepted(one)),
      { tx: ofKiosk() },
    );
    expect(asked('findProofKey')).toHaveLength(2);
    expect(prepared.map((entry) => (entry as ReadyEntry).proof === null)).toEqual([false, true, false]);
  });
});

describe('the link of a voucher issued by a kiosk', () => {
  const linkOf = async (occurredAt: number, clockOffset = 0) => {
    const issued: unknown[] = [];
    const issueLink = (given: unknown) => (
      issued.push(given),
      Promise.resolve({ urlCodeQr: 'u', expiresAt: null })
    );
    const entry = tablet.write(
      'top-up',
      { monto: toAmount(900), uuid, clientId },
      { occurredAt: new Date(occurredAt).toISOString(), clockOffset },
    );
    const { link } = first(await prepare([entry], { deps: { issueLink } as Partial<SyncDeps> }));
    return { link, issued };
  };
  const issuedAt = (ms: number, from = ms) => [
    {
      voucherId: uuid,
      ownerId: clientId,
      marketId: author.marketId,
      face: 900,
      issuedAt: new Date(ms),
      countedFrom: new Date(from),
    },
  ];

  it.each([
    ['when it was handed out', entryAt - 5_000, 0, entryAt - 5_000],
    ["by the server's clock", entryAt - 5_000, 2_000, entryAt - 3_000],
    ['never ahead of now, and ends as its paper says', entryAt - 5_000, 9_000, entryAt, entryAt + 4_000],
    ['never ahead of now, and ends a week later at most', entryAt + 9 * day, 0, entryAt, entryAt + 7 * day],
    ['at most 30 days ago', entryAt - 31 * day, 0, entryAt - 30 * day],
  ])('starts %s', async (_what, occurredAt, clockOffset, ms, from = ms) => {
    const { link, issued } = await linkOf(occurredAt, clockOffset);
    expect(link).toEqual({ urlCodeQr: 'u', expiresAt: null });
    expect(issued).toEqual(issuedAt(ms, from));
  });
});
