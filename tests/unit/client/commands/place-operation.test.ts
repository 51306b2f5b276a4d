import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#tests/support/browser/browser-globals.ts';
import { copyPlaced } from '#src/client/commands/copy-decided.ts';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { answerWaitMs, type CommandPorts } from '#src/client/commands/ports.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment, keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { toAmount, toMarketCode, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';

describe('placing an operation', () => {
  let db: MoneyDb;
  let ports: CommandPorts;
  const requestSync = vi.fn<() => void>();
  const reportStorageFailure = vi.fn<(error: unknown) => void>();
  const waitForAnswer = vi.fn<(ms: number) => Promise<void>>();

  beforeEach(() => {
    vi.resetAllMocks();
    waitForAnswer.mockResolvedValue(undefined);
    db = new MoneyDb(randomUUID());
    ports = commandPorts(db, { connection: { waitForAnswer, requestSync }, reportStorageFailure });
  });

  const seller = randomUUID();

  async function enrol(): Promise<void> {
    await keepDeviceKeys(db, await ports.crypto.makeDeviceKeys(), randomUUID(), 0);
    await changeEnrolment(db, { state: 'active' });
    await keepOperator(db, {
      id: seller,
      userType: 'ESTANTE',
      ownerName: 'luz',
      placeName: 'R',
      marketName: 'Feria',
      globalMarketId: toMarketCode('FERIA2'),
    });
  }

  const sale = (by: 'stall' | 'holder', price = 500, monto = 10_000) => ({
    opId: toOpId(randomUUID()),
    payload: {
      userId: randomUUID(),
      estanteId: randomUUID(),
      codeQrUuid: toVoucherId(randomUUID()),
      price: toAmount(price),
      by,
    },
    operatorId: by === 'stall' ? seller : '',
    voucher: { monto, state: 'ACTIVE' as const },
    label: { userName: 'luz', estanteName: 'R' },
  });

  it('stores it on the device before sending, and triggers sending', async () => {
    const intent = sale('holder');
    requestSync.mockImplementation(() => expect(db.isOpen()).toBe(true));
    const result = await createCommands(ports).placePurchase(intent);
    expect(result).toEqual({ kind: 'saved', opId: intent.opId, decision: null });
    expect(await db.envelopes.get(intent.opId)).toMatchObject({ kind: 'purchase', seq: 1 });
    expect(requestSync).toHaveBeenCalledOnce();
    expect(waitForAnswer).not.toHaveBeenCalled();
  });

  it('refuses a person who was never enrolled on this device', async () => {
    await enrol();
    const stranger = { ...sale('stall'), operatorId: randomUUID() };
    expect(await createCommands(ports).placePurchase(stranger)).toMatchObject({
      kind: 'refused',
      code: 'NOT_OPERATOR',
      message: refusalSentence('NOT_OPERATOR'),
    });
    expect(await db.envelopes.count()).toBe(0);
    expect((await createCommands(ports).placePurchase(sale('holder'))).kind).toBe('saved');
  });

  it('leaves a voucher that was not queried to the server', async () => {
    const unseen = { ...sale('holder', 900_000_000), voucher: null };
    expect((await createCommands(ports).placePurchase(unseen)).kind).toBe('saved');
    expect(await createCommands(ports).placePurchase(sale('holder', 12_000, 9_999))).toMatchObject({
      message: 'El saldo no alcanza. Quedan $9,999.',
    });
  });

  it("lets the kiosk issue a top-up's voucher, or not, once the answer is late", async () => {
    await enrol();
    const opId = toOpId(randomUUID());
    const payload = { clientId: randomUUID(), uuid: toVoucherId(randomUUID()), monto: toAmount(500) };
    const intent = { opId, payload, operatorId: seller, label: { userName: 'luz' } };
    const result = await createCommands(ports).placeTopUp(intent);
    await (result.kind === 'saved' ? result.decision : null);
    const stored = await readOperation(db, opId);
    expect(stored?.status.offline).toEqual({ kind: 'refused', reason: 'NOT_ENROLLED', most: 0 });
    expect(stored?.label).toMatchObject({ userName: 'luz', estanteName: '' });
  });

  it('writes nothing when the rules refuse', async () => {
    const result = await createCommands(ports).placePurchase(sale('stall', 12_000, 10_000));
    expect(result.kind).toBe('refused');
    expect(await db.envelopes.count()).toBe(0);
    expect(requestSync).not.toHaveBeenCalled();
  });

  it('waits for the answer before an enrolled stall decides, and leaves answered operations alone', async () => {
    await enrol();
    const intent = sale('stall');
    waitForAnswer.mockImplementation(async () => {
      await db.statuses.update(intent.opId, { state: 'accepted' });
    });
    const result = await createCommands(ports).placePurchase(intent);
    if (result.kind !== 'saved') throw new Error('not saved');
    await result.decision;
    expect(waitForAnswer).toHaveBeenCalledExactlyOnceWith(answerWaitMs);
    expect(await db.statuses.get(intent.opId)).toMatchObject({
      state: 'accepted',
      offline: { kind: 'deciding' },
    });
    expect(await db.envelopes.count()).toBe(1);
  });

  it('decides when no answer comes: without limits it withdraws, and the withdrawal is sent', async () => {
    await enrol();
    const intent = sale('stall');
    const result = await createCommands(ports).placePurchase(intent);
    if (result.kind !== 'saved') throw new Error('not saved');
    await result.decision;
    expect((await db.statuses.get(intent.opId))?.offline?.kind).not.toBe('deciding');
    expect(requestSync).toHaveBeenCalledTimes(2);
  });

  it('decides only once the sale is in the second copy', async () => {
    await enrol();
    let copied: (isKept: boolean) => void = () => undefined;
    const keep = vi.fn(() => new Promise<boolean>((resolve) => (copied = resolve)));
    const intent = sale('stall');
    const commands = createCommands({ ...ports, secondCopy: { ...ports.secondCopy, keep } });
    const result = await commands.placePurchase(intent);
    await expect.poll(() => keep.mock.calls.length).toBe(1);
    await Promise.all([waitForAnswer.mock.results[0]?.value, db.statuses.count()]);
    expect((await db.statuses.get(intent.opId))?.offline?.kind).toBe('deciding');
    expect(requestSync).toHaveBeenCalledOnce();
    keep.mockResolvedValue(true);
    copied(true);
    await (result.kind === 'saved' ? result.decision : null);
    expect((await db.statuses.get(intent.opId))?.offline?.kind).toBe('withdrawn');
  });

  it('copies it only on an enrolled device', async () => {
    const keep = vi.fn(() => Promise.resolve(true));
    const commands = createCommands({ ...ports, secondCopy: { ...ports.secondCopy, keep } });
    await commands.placePurchase(sale('holder'));
    await keepDeviceKeys(db, await ports.crypto.makeDeviceKeys(), randomUUID(), 0);
    const [placed = toOpId('')] = await db.envelopes.toCollection().primaryKeys();
    await copyPlaced({ ...ports, secondCopy: { ...ports.secondCopy, keep } }, placed);
    expect(keep).not.toHaveBeenCalled();
    await changeEnrolment(db, { state: 'active' });
    await commands.placePurchase(sale('holder'));
    await expect.poll(() => keep.mock.calls.length).toBe(1);
  });

  it('blocks the device when the operation or the decision could not be stored', async () => {
    await enrol();
    waitForAnswer.mockRejectedValue(new Error('the disk is full'));
    const late = await createCommands(ports).placePurchase(sale('stall'));
    if (late.kind !== 'saved') throw new Error('not saved');
    await late.decision;
    expect(reportStorageFailure).toHaveBeenCalledOnce();
    vi.spyOn(db.envelopes, 'add').mockRejectedValue(new Error('the disk is full'));
    vi.spyOn(db, 'transaction').mockRejectedValue(new Error('the disk is full'));
    const result = await createCommands(ports).placePurchase(sale('holder'));
    expect(result).toEqual({ kind: 'storage-failed', reason: 'Error: the disk is full' });
    expect(reportStorageFailure).toHaveBeenCalledTimes(2);
  });
});
