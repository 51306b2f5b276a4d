import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { browserCommands as commands } from '#src/client/browser-commands.ts';
import type { CommandResult } from '#src/client/commands/place-operation.ts';
import { changeEnrolment, keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { moneyDb } from '#src/client/local/live/browser-money-db.ts';
import { toAmount, toMarketCode, toOpId, toVoucherId } from '#src/protocol/brands.ts';

describe('an operation placed before the screen knows of the enrolment', () => {
  afterEach(() => moneyDb.delete().then(() => moneyDb.open()));

  const operatorId = randomUUID();
  const place = {
    sale: (by: 'stall' | 'holder') =>
      commands.placePurchase({
        opId: toOpId(randomUUID()),
        payload: {
          userId: randomUUID(),
          estanteId: randomUUID(),
          codeQrUuid: toVoucherId(randomUUID()),
          price: toAmount(500),
          by,
        },
        operatorId,
        voucher: null,
        label: { userName: '', estanteName: '' },
      }),
    topUp: () =>
      commands.placeTopUp({
        opId: toOpId(randomUUID()),
        payload: { monto: toAmount(500), uuid: toVoucherId(randomUUID()), clientId: randomUUID() },
        operatorId,
        label: { userName: '' },
      }),
  };

  async function enrol(): Promise<void> {
    const key = {} as CryptoKey;
    const keys = { privateKey: key, publicKey: '', pinKey: key };
    await keepDeviceKeys(moneyDb, keys, randomUUID(), 0);
    await changeEnrolment(moneyDb, { state: 'active' });
    await keepOperator(moneyDb, {
      id: operatorId,
      ownerName: 'Rosalba',
      userType: 'ESTANTE',
      placeName: 'Rosalba',
      marketName: 'Plaza',
      globalMarketId: toMarketCode('ABC234'),
    });
  }

  async function statusOf(result: CommandResult) {
    return result.kind === 'saved' ? (await moneyDb.statuses.get(result.opId))?.offline : 'not saved';
  }

  it('is decided here when no answer comes, because the database knows', async () => {
    await enrol();
    for (const result of [await place.sale('stall'), await place.topUp()]) {
      expect(result).toMatchObject({ kind: 'saved', decision: expect.any(Promise) });
      expect(await statusOf(result)).toEqual({ kind: 'deciding' });
    }
    const customer = { clientId: randomUUID(), ownerName: 'Luz Marina', identificacion: '24684521' };
    expect(await commands.registerCustomer({ opId: toOpId(randomUUID()), operatorId, ...customer })).toBe(
      'kept',
    );
  });

  it("waits for the server without an enrolment, and on a holder's phone", async () => {
    const before = await place.sale('stall');
    await enrol();
    for (const result of [before, await place.sale('holder')]) {
      expect(result).toMatchObject({ kind: 'saved', decision: null });
      expect(await statusOf(result)).toBeUndefined();
    }
  });
});
