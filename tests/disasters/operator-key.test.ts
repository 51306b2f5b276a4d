import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { offersOf, openForSession, signAs } from '#src/client/commands/operator-key.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import {
  deviceCrypto,
  makeDevicePair,
  makePinKey,
  newPin,
  signText,
  verifySignature,
} from '#src/client/device/crypto.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { DeviceKeys, Operator } from '#src/client/local/db/rows.ts';
import { changeEnrolment, keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { isKeyUnknown, keepOperator, storeOperators } from '#src/client/local/device/operators.ts';
import { signedEntries } from '#src/client/local/outbox/sign-envelopes.ts';
import { holdOperatorKey, readOperatorKey } from '#src/client/state/operator-key.ts';
import { lockDevice } from '#src/client/state/unlocked.ts';
import { isBeingSigned } from '#src/client/sync/drain.ts';
import { toAmount, toMarketCode, toOpId, toVoucherId, type OpId } from '#src/contract/brands.ts';
import { operatorSignatureSchema, type SyncEntry } from '#src/contract/sync/schemas.ts';
import { fromBase64Url } from '#src/domain/base64url.ts';
import { operatorKeyText, operatorText } from '#src/domain/device/device-proof.ts';
import { copyOfTab } from '#tests/support/browser/copy-of-tab.ts';
import { fakeFiles, oneAtATime } from '#tests/support/browser/fake-files.ts';
import { commandPorts, keyInMemory } from '#tests/support/device/command-ports.ts';
import { aloneKey } from '#tests/support/device/sync-ports.ts';

const pin = '482915';

describe("a person's own key under the PIN", () => {
  const id = randomUUID();
  let name: string;
  let db: MoneyDb;
  let keys: DeviceKeys;
  let openKey: CommandPorts['openKey'];

  const ports = (own: Partial<CommandPorts> = {}): CommandPorts => {
    // The fewest rounds that the fake needs, because speed is not tested here.
    const crypto = {
      ...deviceCrypto,
      newPin: (key: CryptoKey, chosen: string) => newPin(key, chosen, 1_000),
    };
    return commandPorts(db, { crypto, openKey, ...own });
  };
  const commands = (own?: Partial<CommandPorts>) => createCommands(ports(own));
  const person = async (): Promise<Operator> => {
    const found = await db.operators.get(id);
    if (!found) throw new Error('nobody');
    return found;
  };
  async function choose(chosen: string, own?: Partial<CommandPorts>): Promise<void> {
    await keepOperator(db, {
      id,
      ownerName: 'Rosalba Giraldo',
      userType: 'ESTANTE',
      placeName: 'Doña Rosalba',
      marketName: 'Plaza',
      globalMarketId: toMarketCode('K7M4PX'),
      ...(await commands(own).choosePin(id, chosen)),
    });
  }
  const restart = (): void => {
    db.close();
    db = new MoneyDb(name);
    openKey = keyInMemory();
  };
  const sell = async (own?: Partial<CommandPorts>): Promise<OpId> => {
    const opId = toOpId(randomUUID());
    const [userId, codeQrUuid] = [randomUUID(), toVoucherId(randomUUID())];
    // No answer is waited for: placed operations stay undecided.
    const connection = {
      requestSync: () => undefined,
      waitForAnswer: () => new Promise<void>(() => undefined),
    };
    await commands({ connection, ...own }).placePurchase({
      opId,
      operatorId: id,
      payload: { userId, codeQrUuid, estanteId: id, price: toAmount(500), by: 'stall' },
      voucher: null,
      label: { userName: 'luz', estanteName: 'Rosalba' },
    });
    return opId;
  };
  const signed = async (): Promise<SyncEntry[]> => {
    const envelopes = (await db.envelopes.orderBy('seq').toArray()) as never[];
    return signedEntries(
      db,
      aloneKey((text) => signText(keys.privateKey, text)),
      envelopes,
    );
  };
  async function signerOf({ envelope, operator }: SyncEntry): Promise<string | null> {
    const given = operatorSignatureSchema.safeParse(operator).data;
    if (!given) return null;
    const text = new TextEncoder().encode(operatorText((envelope as { hash: string }).hash));
    const isGood = await verifySignature(given.key, text, fromBase64Url(given.sig) ?? new Uint8Array());
    return isGood ? given.key : null;
  }

  beforeEach(async () => {
    name = randomUUID();
    db = new MoneyDb(name);
    openKey = keyInMemory();
    keys = { ...(await makeDevicePair()), pinKey: await makePinKey() };
    await keepDeviceKeys(db, keys, randomUUID(), 0);
    await changeEnrolment(db, { state: 'active' });
    await choose(pin);
  });

  it('is generated with the PIN, opened by it, and signs beside the device, even after a restart', async () => {
    expect(openKey.read()).toBeNull();
    const { key } = await person();
    for (const count of [1, 2]) {
      restart();
      expect(await commands().tryPin(id, pin)).toEqual({ kind: 'right' });
      await sell();
      await expect.poll(async () => db.signatures.count()).toBe(count);
    }
    const entries = await signed();
    for (const entry of entries) expect(await signerOf(entry)).toBe(key?.publicKey);
    expect((await person()).key).toEqual(key);
  });

  it('is not opened by a wrong PIN, by another device, or for another person', async () => {
    expect(await commands().tryPin(id, '482916')).toMatchObject({ kind: 'wrong' });
    expect(openKey.read()).toBeNull();
    const { key, pin: verifier } = await person();
    if (!key || !verifier) throw new Error('no key');
    const { enrolment } = await commands().prepareEnrolment();
    const bound = `mercado/operator-key/1\n${enrolment.deviceId}\n${id}`;
    const right = await deviceCrypto.pinSecrets(keys.pinKey, pin, verifier);
    await expect(deviceCrypto.openClosedKey(right.wrapKey, key, bound)).resolves.toBeDefined();
    const wrong = await deviceCrypto.pinSecrets(keys.pinKey, '482916', verifier);
    await expect(deviceCrypto.openClosedKey(wrong.wrapKey, key, bound)).rejects.toMatchObject({
      name: 'OperationError',
    });
    const elsewhere = await deviceCrypto.pinSecrets(await makePinKey(), pin, verifier);
    await expect(deviceCrypto.openClosedKey(elsewhere.wrapKey, key, bound)).rejects.toMatchObject({
      name: 'OperationError',
    });
    await expect(deviceCrypto.openClosedKey(right.wrapKey, key, `${bound}x`)).rejects.toMatchObject({
      name: 'OperationError',
    });
    // The stored data neither is the key nor opens it.
    expect(right.wrapKey.extractable).toBe(false);
  });

  it('is gone from memory when the till is locked', async () => {
    const page = { read: readOperatorKey, hold: holdOperatorKey };
    await commands({ openKey: page }).tryPin(id, pin);
    expect(readOperatorKey()?.offer).toMatchObject({ operatorId: id, isUnderPin: true });
    expect(readOperatorKey()?.privateKey.extractable).toBe(false);
    lockDevice();
    expect(readOperatorKey()).toBeNull();
    await sell({ openKey: page });
    await expect.poll(async () => db.signatures.count()).toBe(1);
    expect((await signed())[0]?.operator).toBeUndefined();
  });

  it('signs for no other person', async () => {
    await commands().tryPin(id, pin);
    expect(await signAs(openKey.read(), randomUUID(), 'x', signText)).toBeNull();
  });

  const broken: [string, (row: Operator) => Partial<Operator>][] = [
    ['damaged', ({ key }) => (key ? { key: { ...key, body: key.body.replace(/^.{8}/, 'AAAAAAAA') } } : {})],
    ['of another browser', ({ key }) => (key ? { key: { ...key, iv: 'AAAAAAAAAAAAAAAA' } } : {})],
  ];
  it.each(broken)('that is %s is replaced at once, and the till opens', async (_, spoil) => {
    const before = await person();
    await db.operators.update(id, { ...spoil(before), serverKey: before.key?.publicKey ?? '' });
    expect(await commands().tryPin(id, pin)).toEqual({ kind: 'right' });
    const after = await person();
    expect(after.key?.publicKey).not.toBe(before.key?.publicKey);
    expect(openKey.read()?.offer.publicKey).toBe(after.key?.publicKey);
    // Until a session has registered it on the server, the person is notified.
    expect(isKeyUnknown(after)).toBe(true);
    const known = { _id: id, ownerName: 'Rosalba', status: 'APROBADO', key: after.key?.publicKey };
    await storeOperators(db, [known]);
    expect(isKeyUnknown(await person())).toBe(false);
  });

  it('is generated when a PIN from before such keys is first typed right', async () => {
    const { key: _key, ...old } = await person();
    await db.operators.put(old);
    expect(await commands().tryPin(id, pin)).toEqual({ kind: 'right' });
    expect(openKey.read()?.offer.publicKey).toBe((await person()).key?.publicKey);
    // The server has not required one yet: nothing to report.
    expect(isKeyUnknown(await person())).toBe(false);
  });

  it('that the browser cannot generate leaves a till that opens and sells', async () => {
    const noKeys = { ...ports().crypto, makeClosedKey: () => Promise.reject(new Error('not here')) };
    await choose('906214', { crypto: noKeys });
    expect((await person()).key).toBeUndefined();
    expect(await commands({ crypto: noKeys }).tryPin(id, '906214')).toEqual({ kind: 'right' });
    const opId = await sell({ crypto: noKeys });
    expect(await db.envelopes.get(opId)).toBeDefined();
  });

  it("changes with the PIN, and is offered only with a session, with the page's key beside it", async () => {
    const before = (await person()).key?.publicKey;
    await choose('906214');
    const own = await person();
    expect(own.key?.publicKey).not.toBe(before);
    await openForSession(ports(), id);
    const offers = offersOf(own, openKey.read());
    expect(offers.map(({ isUnderPin }) => isUnderPin)).toEqual([true, false]);
    const { enrolment } = await commands().prepareEnrolment();
    for (const offer of offers) {
      const text = new TextEncoder().encode(operatorKeyText(enrolment.deviceId, offer));
      const [ours, its] = [fromBase64Url(offer.deviceSig), fromBase64Url(offer.ownSig)];
      expect(await verifySignature(keys.publicKey, text, ours ?? new Uint8Array())).toBe(true);
      expect(await verifySignature(offer.publicKey, text, its ?? new Uint8Array())).toBe(true);
    }
    // A page opens no key for a person who may not work here.
    openKey.hold(null);
    await openForSession(ports(), randomUUID());
    expect(openKey.read()).toBeNull();
  });

  it('leaves its signature to a page that drains without it, which waits for a fresh one', async () => {
    await commands().tryPin(id, pin);
    const opId = await sell();
    await expect.poll(async () => (await db.signatures.get(opId))?.operator).toBeDefined();
    const other = aloneKey((text) => signText(keys.privateKey, text));
    // The other page had read that there was no signature yet.
    await db.signatures.delete(opId);
    const status = await db.fates.get(opId);
    const envelope = (await db.envelopes.get(opId)) as never;
    if (!status) throw new Error('nothing was placed');
    const moment = (now: number) => ({
      key: other,
      clock: { ...never, now: () => now },
      maySendFor: () => false,
    });
    const waits = (now: number) => isBeingSigned(db, moment(now), [{ envelope, status }]);
    expect(await waits(status.changedAt)).toBe(true);
    expect(await waits(status.changedAt + 2_000)).toBe(false);
    const writing = signedEntries(db, other, [envelope]);
    const operator = { key: 'k', sig: 's' };
    await db.signatures.put({ opId, sig: 'first', operator });
    await writing;
    expect(await db.signatures.get(opId)).toMatchObject({ operator });
    expect(await waits(status.changedAt)).toBe(false);
  });

  it('is included with the operation in the second copy and the rescue file', async () => {
    const files = fakeFiles();
    const secondCopy = copyOfTab(files.folder, oneAtATime());
    await commands().tryPin(id, pin);
    await sell({ secondCopy });
    await expect.poll(async () => (await secondCopy.read())?.entries.size).toBe(1);
    const [copied] = [...((await secondCopy.read())?.entries.values() ?? [])];
    const file = await commands({ secondCopy }).exportOutbox();
    const { key } = await person();
    expect(copied && (await signerOf(copied.entry))).toBe(key?.publicKey);
    expect(file && 'entries' in file && file.entries[0] && (await signerOf(file.entries[0]))).toBe(
      key?.publicKey,
    );
    expect(await commands().importOutbox(JSON.stringify(file))).toMatchObject({ kind: 'kept', total: 1 });
  });
});

const never = { steady: () => ({ since: 0, ms: 0 }), random: () => 0 };
