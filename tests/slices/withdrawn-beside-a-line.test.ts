import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

/** A line waits for a person, and the same operation is withdrawn by a call. */
describe('an operation withdrawn by a call beside its line', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());

  const assign = async ({ _id }: Conflict, to: string) => {
    const { status, body } = await place.assign(_id, to);
    return [status, body['code']];
  };

  it("is not paid to the stall when its voucher's top-up arrives, nor assigned to any bearer but the stall", async () => {
    const paper = kiosk.writePaper(10_000, place.market.customer.id);
    const { codeQrUuid, userId } = paper;
    const purchaseOpId = toOpId(randomUUID());
    const sale = stall.writeAcceptance(purchaseOpId, { ...paper, price: 4_000 });
    expect(await stall.states([sale])).toEqual(['waiting-top-up']);
    const body = { userId, codeQrUuid, price: 4_000, estanteId: stall.operatorId, purchaseOpId };
    const withdrawn = await place.as('ESTANTE', '/shopping/withdraw', body);
    expect(withdrawn.body).toEqual({ state: 'withdrawn' });
    const topUp = { monto: 10_000, uuid: codeQrUuid, clientId: userId };
    const made = await place.as('RECARGA', '/code-qr/create-recharger', topUp);
    expect(made.status).toBe(201);
    expect(await place.balanceOf(codeQrUuid)).toBe(10_000);
    const line = await place.lineOf(codeQrUuid);
    expect(line).toMatchObject({ state: 'review', reason: 'JOURNAL_FORK' });
    expect(await assign(line, 'guarantee')).toEqual([409, 'WITHDRAWN']);
    expect(await place.balanceOf(codeQrUuid)).toBe(10_000);
    expect(await assign(line, 'stall')).toEqual([200, undefined]);
    expect(await place.findings()).toEqual([]);
  });

  it("closes a top-up's line, whatever the manager chooses", async () => {
    const { topUp: entry, codeQrUuid: uuid, userId: clientId } = kiosk.writePaper(70_000, randomUUID());
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const withdrawn = await place.as('RECARGA', '/code-qr/withdraw-recharger', {
      monto: 70_000,
      uuid,
      clientId,
      topUpOpId: entry.envelope.opId,
    });
    expect(withdrawn.body).toEqual({ state: 'withdrawn' });
    expect(await assign(await place.lineOf(uuid), 'stall')).toEqual([409, 'WRONG_STATE']);
    expect(await place.lineOf(uuid)).toMatchObject({ state: 'resolved', assignee: null });
    expect(await place.balanceOf(uuid)).toBeUndefined();
  });
});
