import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AssignedConflict, Assignee, Conflict } from '#src/contract/conflicts/schemas.ts';
import { toAmount, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import type { Market } from '#tests/support/market/open-market.ts';
import { forSuite } from '#tests/support/suite.ts';

/** The market's manager, before the only line under review. */
const managerOf = (place: Market) => ({
  openLine: async (): Promise<Conflict> => {
    const lines = await place.lines('state=review');
    expect(lines).toHaveLength(1);
    return lines[0] as Conflict;
  },
  assign: async ({ _id: id }: Conflict, to: Assignee = 'guarantee'): Promise<AssignedConflict> => {
    const { status, body } = await place.assign(id, to);
    expect(status).toBe(200);
    return body as unknown as AssignedConflict;
  },
});

/** Another voucher id that balance lists and short codes cannot tell from this one. */
const twinOf = (uuid: VoucherId) => toVoucherId(uuid.slice(0, 18) + randomUUID().slice(18));

/** Another point sees the paper of a top-up made without a link, and tops up its id first (seed 1133003186). */
describe("a top-up whose voucher's id another top-up has taken", () => {
  const place = marketForSuite();
  const kiosk = forSuite(() => place.kiosk());

  const write = (uuid: VoucherId, monto = 50_000) =>
    kiosk.write('top-up', { monto: toAmount(monto), uuid, clientId: place.market.customer.id });
  const take = (uuid: VoucherId, monto = 1_000) =>
    place.as('RECARGA', '/code-qr/create-recharger', { monto, uuid, clientId: place.market.customer.id });
  const { openLine, assign } = managerOf(place);

  it('is refused by every call, also when only the first 8 bytes are taken, and never made up', async () => {
    const [uuid, other] = [toVoucherId(randomUUID()), toVoucherId(randomUUID())];
    for (const id of [uuid, other]) expect((await take(id)).status).toBe(201);
    expect((await take(twinOf(uuid))).body['code']).toBe('VOUCHER_EXISTS');
    const { identificacion } = place.market.customer;
    const join = { papers: [uuid, other], identificacion, newUuid: twinOf(other) };
    const joined = await place.as('RECARGA', '/code-qr/join', join);
    expect(joined.body['code']).toBe('VOUCHER_EXISTS');
    for (const chosen of ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', '00000000-0000-0000-0000-000000000000'])
      expect((await take(toVoucherId(chosen))).status).toBe(400);
  });

  it.each([
    ['whole id', (uuid: VoucherId) => uuid],
    ['first 8 bytes', twinOf],
  ])('is a line for a manager, who gives its customer a new voucher (%s)', async (_what, taken) => {
    const written = toVoucherId(randomUUID());
    const [entry, uuid] = [write(written), taken(written)];
    expect((await take(uuid)).status).toBe(201);
    const before = (await place.till()).expected;
    const { results } = await kiosk.sync([entry]);
    expect(results).toMatchObject([{ state: 'in-review', reason: 'ID_TAKEN' }]);
    expect(await kiosk.states([entry]), 'and stays one however often it comes').toEqual(['in-review']);
    expect([(await place.till()).expected, await place.balanceOf(uuid)]).toEqual([before, 1_000]);
    const line = await openLine();
    expect(line).toMatchObject({ kind: 'cash-taken', reason: 'ID_TAKEN', price: 50_000 });
    const { topUp: paper, state } = await assign(line);
    expect([state, paper?.monto, paper?.uuid === uuid]).toEqual(['resolved', 50_000, false]);
    expect(paper?.urlCodeQr).toContain(paper?.uuid);
    expect([(await place.till()).expected, await place.balanceOf(uuid)]).toEqual([before + 50_000, 1_000]);
    expect(await place.balanceOf(toVoucherId(paper?.uuid ?? ''))).toBe(50_000);
    const { results: later } = await kiosk.sync([entry]);
    expect(later, 'its point gets the new voucher too').toMatchObject([
      { state: 'accepted', topUp: { uuid: paper?.uuid, monto: 50_000 } },
    ]);
    expect(await place.findings()).toEqual([]);
  });

  it('is voided by its own operation, whichever voucher it has now', async () => {
    const uuid = toVoucherId(randomUUID());
    const entry = write(uuid);
    await take(uuid);
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const { topUp: paper } = await assign(await openLine());
    const before = (await place.till()).expected;
    expect(await kiosk.states([kiosk.writeTopUpVoid(entry)])).toEqual(['accepted']);
    expect([(await place.till()).expected, await place.balanceOf(toVoucherId(paper?.uuid ?? ''))]).toEqual([
      before - 50_000,
      0,
    ]);
    expect(await place.balanceOf(uuid)).toBe(1_000);
  });

  it('makes a sale that a stall accepted by its paper a line as well', async () => {
    const stall = await place.stallDevice();
    const uuid = toVoucherId(randomUUID());
    const userId = place.market.customer.id;
    const proof = kiosk.kioskProof(uuid, userId, 50_000);
    const sale = stall.writeAcceptedPurchase({ userId, codeQrUuid: uuid, proof, price: 8_000 });
    const entry = write(uuid);
    await take(uuid);
    expect((await stall.sync(sale)).results.at(-1)).toMatchObject({
      state: 'in-review',
      reason: 'CLAIM_UNTRUE',
    });
    const accepted = await openLine();
    expect((await assign(accepted, 'customer')).state, 'its stall is paid in full').toBe('resolved');
    expect(await place.balanceOf(uuid)).toBe(0);
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const { topUp: paper } = await assign(await openLine());
    expect(await place.balanceOf(toVoucherId(paper?.uuid ?? ''))).toBe(50_000);
    expect(await place.findings()).toEqual([]);
  });

  it('or is not made, when its point returns the cash', async () => {
    const uuid = toVoucherId(randomUUID());
    const entry = write(uuid);
    await take(uuid);
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const before = (await place.till()).expected;
    expect((await assign(await openLine(), 'stall')).topUp).toBeUndefined();
    expect([(await place.till()).expected, await kiosk.states([entry])]).toEqual([before, ['refused']]);
  });

  it('is a line too where the id belongs to no voucher at all', async () => {
    const entry = write(toVoucherId(place.market.ids['RECARGA']));
    expect(await kiosk.states([entry])).toEqual(['in-review']);
    const { topUp: paper } = await assign(await openLine());
    expect(await place.balanceOf(toVoucherId(paper?.uuid ?? ''))).toBe(50_000);
  });

  it('never gets lost when both arrive at once', async () => {
    for (let time = 0; time < 8; time += 1) {
      const uuid = toVoucherId(randomUUID());
      const entry = write(uuid);
      const [taken, states] = await Promise.all([take(uuid), kiosk.states([entry])]);
      const outcome = [taken.status, ...states].join(' ');
      expect(['201 in-review', '409 accepted']).toContain(outcome);
      if (taken.status === 201) await assign(await openLine());
      expect(await kiosk.states([entry])).toEqual(['accepted']);
    }
    expect(await place.findings()).toEqual([]);
  });
});

/** A thief registers under the customer's id on a paper first, to own what is topped up for it. */
describe("a customer's id that another registration has taken", () => {
  const place = marketForSuite();
  const thief = forSuite(() => place.kiosk());
  const kiosk = forSuite(() => place.kiosk());
  let count = 0;

  /** The thief registers first; the registration and the top-up of the honest kiosk follow. */
  async function taken() {
    const clientId = randomUUID();
    const number = `52000${(count += 1)}`;
    const own = { ownerName: 'un ladron', identificacion: `66600${count}` };
    expect(await thief.states([thief.writeCustomer(own, clientId)])).toEqual(['accepted']);
    const honest = { ownerName: 'luz marina', identificacion: number };
    return { clientId, number, registration: kiosk.writeCustomer(honest, clientId) };
  }
  const topUp = (clientId: string, after?: OpId, monto = 40_000) =>
    kiosk.writePaper(monto, clientId, after === undefined ? {} : { after }).topUp;
  const vouchersOf = async (personId: string): Promise<number> => {
    const text = 'select 1 from voucher where owner_id = $1';
    return (await place.rowsOf(text, personId)).length;
  };
  const { openLine, assign } = managerOf(place);

  it('gives the customer another id, and the top-up becomes a line for a new voucher', async () => {
    const { clientId, registration, number } = await taken();
    const first = topUp(clientId, registration.envelope.opId);
    const entries = [registration, first];
    expect(await kiosk.outcomes(entries)).toEqual(['accepted', 'in-review ID_TAKEN']);
    expect(await kiosk.outcomes(entries)).toEqual(['accepted', 'in-review ID_TAKEN']);
    const [own] = (await kiosk.sync([registration])).results;
    const ownId = own?.customer?._id ?? '';
    expect([own?.customer?.identificacion, ownId === clientId]).toEqual([number, false]);
    const line = await openLine();
    expect(line).toMatchObject({ reason: 'ID_TAKEN', userName: 'luz marina' });
    const { topUp: paper } = await assign(line);
    expect(paper).toMatchObject({ identification: number, monto: 40_000 });
    expect(paper?.urlCodeQr).toContain(`userId=${ownId}`);
    expect([await vouchersOf(clientId), await vouchersOf(ownId)]).toEqual([0, 1]);
    expect(await kiosk.outcomes([first])).toEqual(['accepted']);
  });

  it('never owns a later top-up of that device either', async () => {
    const { clientId, registration } = await taken();
    expect(await kiosk.outcomes([registration])).toEqual(['accepted']);
    expect(await kiosk.outcomes([topUp(clientId)])).toEqual(['in-review ID_TAKEN']);
    await assign(await openLine());
    expect(await vouchersOf(clientId)).toBe(0);
  });

  it('nor one that was set aside before its registration came', async () => {
    const { clientId, registration, number } = await taken();
    expect(await kiosk.outcomes([topUp(clientId, undefined, 2_000_001)])).toEqual([
      'in-review BEYOND_LIMITS',
    ]);
    expect(await kiosk.outcomes([registration])).toEqual(['accepted']);
    const { topUp: paper } = await assign(await openLine());
    expect(paper).toMatchObject({ identification: number });
    expect(await vouchersOf(clientId)).toBe(0);
  });
});
