import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { voucherProofMessage, writeVoucherProof } from '#src/protocol/voucher-proof.ts';
import { prepareEntries, type ReadyEntry } from '#src/server/journal/envelopes/prepare.ts';
import type { SyncDevice } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { author, entryAt, stallId } from '#tests/support/device/sync-entry.ts';
import { syncServer } from '#tests/support/device/sync-server.ts';

const nobody = { inject: () => Promise.reject(new Error('no server')) };
const tablet = new SignedDevice(nobody);
tablet.operatorId = stallId;
const [kiosk, stranger] = [new SignedDevice(nobody), new SignedDevice(nobody)];
const uploader: SyncDevice = { ...author, id: tablet.id, publicKey: tablet.publicKey };
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
  { deps: own = {}, tx = {} }: { deps?: Partial<SyncDeps>; tx?: Partial<SyncTransaction> } = {},
) {
  const { deps, asked } = syncServer([uploader], tx);
  return { prepared: await prepareEntries({ ...deps, ...own }, uploader, entries), asked };
}

describe("a request's entries before they are recorded", () => {
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
    expect((await prepare([{ envelope, sig }])).prepared).toMatchObject([{ kind: 'ready' }]);
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
      { tx: { findProofKey: () => Promise.resolve(kiosk.publicKey) } },
    );
    expect(asked('findProofKey')).toHaveLength(2);
    expect(prepared.map((entry) => (entry as ReadyEntry).proof === null)).toEqual([false, true, false]);
  });
});
