import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { identificationSentences } from '#src/domain/identification-sentence.ts';
import { identificationFault } from '#src/domain/identification.ts';
import { readByDocument } from '#src/extras/notebook/server/reads.ts';
import { peoplePort } from '#src/server/journal/sql/store.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';

const supplierBody = {
  ownerName: 'Semillas del Páramo',
  phone: '3105550101',
  password: 'páramo-azul-9',
  userType: 'PROVEEDOR',
};

describe('one person for every spelling of a document', () => {
  const place = marketForSuite();

  const register = (identificacion: string, ownerName = 'rosa díaz') =>
    place.as('RECARGA', '/client/create', { ownerName, identificacion });
  const found = async (typed: string): Promise<unknown> =>
    (await place.as('RECARGA', `/auth/user/${encodeURIComponent(typed)}`)).body['_id'];
  const listed = async (typed: string): Promise<unknown[]> => {
    const { body } = await place.as('RECARGA', `/client/list?q=${encodeURIComponent(typed)}`);
    return (body['items'] as { _id: string }[]).map(({ _id }) => _id);
  };

  /** Without asking for the type, as a stranger's page does. */
  const registerAlone = (identificacion: string, ownerName: string) =>
    place.as('nobody', '/auth/register', { ownerName, identificacion });
  const doublesAmong = async (...ids: string[]): Promise<string[]> => {
    const { body } = await place.manage('/client/list?doubles=true&limit=100');
    const listed = new Set((body['items'] as { _id: string }[]).map(({ _id }) => _id));
    return ids.filter((id) => listed.has(id));
  };

  it('24.684.521 is 24684521 in registration, search, correction and reading', async () => {
    const own = place.market.customer.id;
    const twice = await register('24.684.521');
    expect([twice.status, twice.body['code']]).toEqual([409, 'IDENTIFICATION_TAKEN']);
    for (const typed of ['24.684.521', 'CC 24684521', 'c.c. 24-684-521', ' 24 684 521 '])
      expect([typed, await found(typed)]).toEqual([typed, own]);
    expect(await listed('24.684')).toContain(own);
    const named = { id: own, ownerName: 'luz marina', identificacion: 'CC 24.684.521' };
    expect((await place.as('RECARGA', '/client/edit', named)).status).toBe(200);
    await place.as('RECARGA', '/client/edit', { ...named, identificacion: '24684521' });
  });

  it('a text that identifies no person is refused with a sentence, wherever a person is written', async () => {
    for (const identificacion of ['00000000', 'N/A', '-', '999', 'NIT 900.123.456-7', '3123456-7']) {
      const fault = identificationFault(identificacion);
      const message = fault && identificationSentences[fault];
      const edited = { id: place.market.customer.id, ownerName: 'luz marina', identificacion };
      const supplier = { ...supplierBody, email: `${randomUUID()}@x.co`, identificacion };
      const answers = [
        await register(identificacion),
        await place.manage('/client/edit', edited),
        await registerAlone(identificacion, 'ana'),
        await place.as('nobody', '/proveedores/register', supplier),
      ];
      for (const { status, body } of answers)
        expect([identificacion, status, body['message'], body['fields']]).toEqual([
          identificacion,
          400,
          message,
          { identificacion: message },
        ]);
    }
  });

  it('staff is asked for the type of a number that a customer has as their NIT; a stranger learns nothing', async () => {
    const company = await register('NIT 901234567', 'asociación');
    const typed = '901.234.567-7';
    expect(await found(typed)).toBe(company.body['_id']);
    expect((await register(typed)).body['message']).toBe(identificationSentences['unclear-digit']);
    expect((await registerAlone(typed, 'ana')).status).toBe(201);
    // Two people have the number now, so the search shows both.
    expect(await found(typed)).toBeUndefined();
    expect(await listed(typed)).toHaveLength(2);
    expect(await found('NIT 901.234.567-7')).toBe(company.body['_id']);
  });

  it('a card reissues the voucher of a customer who was registered by its barcode', async () => {
    const owner = String((await register('0041234567')).body['_id']);
    const [lost, newUuid] = [await place.topUp(7_000, 'RECARGA', owner), randomUUID()];
    const reissue = async (identificacion: string) =>
      place.manage('/code-qr/reissue', { id: await place.idOf(lost), newUuid, identificacion });
    expect((await reissue('41234568')).body['code']).toBe('IDENTIFICATION_MISMATCH');
    expect((await reissue('41234567')).status).toBe(201);
  });

  it('a name with no-break spaces is found by ordinary ones', async () => {
    const { body } = await register('43112908', 'maria\u00a0del\u202fmar');
    expect(body['ownerName']).toBe('maria del mar');
    expect(await listed('maria del mar')).toEqual([body['_id']]);
  });

  it('the same number of another type is another person, found by the number alone when it is unique', async () => {
    const permit = await register('PPT 24.684.521', 'yusmary');
    expect(permit.status).toBe(201);
    expect(await found('24684521')).toBe(place.market.customer.id);
    expect(await found('ppt24684521')).toBe(permit.body['_id']);
    const alone = await register('CE 445.566', 'jean');
    expect(await found('445566')).toBe(alone.body['_id']);
  });

  it('a name is found with and without its punctuation', async () => {
    const { body } = await register(randomUUID(), "sinéad o'connor garcía-peña");
    for (const typed of ["o'connor", 'oconnor', 'garcia-peña', 'garcia pena'])
      expect([typed, await listed(typed)]).toEqual([typed, [body['_id']]]);
  });

  it.each([
    ['71234567', 'TI 71.234.567'],
    ['NIT 901234568', '901.234.568-4'],
    ['NIT 901234569', '9012345691'],
    ['71234568', 'PA 0071234568'],
    ['71234569', 'NIT 71.234.569'],
  ])('%j and %j may be one person: a market reads both in a list and merges them', async (one, other) => {
    const first = String((await register(one, 'pedro')).body['_id']);
    const second = String((await registerAlone(other, 'pedro pablo')).body['_id']);
    const stranger = String((await register(randomUUID(), 'pablo')).body['_id']);
    const codeQrUuid = await place.topUp(7_000, 'RECARGA', second);
    expect(await doublesAmong(first, second, stranger)).toEqual([first, second]);
    const seen = await place.manage(`/client/${first}`);
    expect(seen.body['sameNumber']).toMatchObject([{ _id: second }]);
    const merge = (id: string, into: string) => place.manage('/client/merge', { id, into });
    expect((await merge(stranger, first)).body['code']).toBe('WRONG_STATE');
    expect((await merge(second, second)).body['code']).toBe('WRONG_STATE');
    const elsewhere = { id: second, into: first };
    expect((await place.as('other GLOBAL_MARKET', '/client/merge', elsewhere)).status).toBe(403);
    expect((await merge(second, first)).status).toBe(200);
    expect(await doublesAmong(first, second)).toEqual([]);
    const kept = await place.manage(`/client/${first}`);
    expect(kept.body).toMatchObject({ balance: 7_000, sameNumber: [], vouchers: [{ monto: 7_000 }] });
    expect((await place.buy({ userId: second, codeQrUuid }, 2_000)).status).toBe(201);
    const held = await place.remove('GLOBAL_MARKET', `/client/delete/${first}`);
    expect(held.body['code']).toBe('CUSTOMER_HAS_BALANCE');
    expect((await register(one)).body['code']).toBe('IDENTIFICATION_TAKEN');
    expect((await merge(second, first)).body['code']).toBe('UNKNOWN_CUSTOMER');
  });

  it('the document of a merged row leads to the customer into whom it was merged, at every door', async () => {
    const [into, gone] = ['CC 52000222', 'TI 52000222'];
    const kept = String((await register(into)).body['_id']);
    const id = String((await register(gone)).body['_id']);
    await place.topUp(7_000, 'RECARGA', id);
    const merged = await place.manage('/client/merge', { id, into: kept });
    expect(merged.status).toBe(200);
    expect([await found(gone), await listed('52000222')]).toEqual([kept, [kept]]);
    const other = String((await register('52000333')).body['_id']);
    const named = { id: other, ownerName: 'otra', identificacion: gone };
    for (const refused of [await register(gone), await place.manage('/client/edit', named)])
      expect([refused.status, refused.body['code']]).toEqual([409, 'IDENTIFICATION_TAKEN']);
    expect((await place.manage('/client/restore', { id })).status).toBe(404);
    const corrected = { id: kept, ownerName: 'rosa', identificacion: gone };
    expect((await place.manage('/client/edit', corrected)).status).toBe(200);
    expect(await found(into)).toBe(kept);
    const { database } = place.opened;
    expect(await peoplePort(database).findCustomer(gone)).toMatchObject({ id: kept });
    expect([...(await readByDocument(database, [{ identificacion: gone }])).values()]).toContain(kept);
    // The voucher of the merged row is of another market than the one that would give it a new document.
    const third = { id: kept, into: String((await register('PA 52000222')).body['_id']) };
    expect((await place.as('other GLOBAL_MARKET', '/client/merge', third)).status).toBe(403);
  });

  it('a deleted customer returns only while no other has the document', async () => {
    const first = String((await register('52000111')).body['_id']);
    await place.remove('GLOBAL_MARKET', `/client/delete/${first}`);
    expect((await register('52.000.111')).status).toBe(201);
    const back = await place.manage('/client/restore', { id: first });
    expect(back.body['code']).toBe('IDENTIFICATION_TAKEN');
  });

  it('vouchers of two rows of one person are summed, joined and capped together', async () => {
    const first = String((await register('71999888')).body['_id']);
    const second = String((await register('TI 71999888')).body['_id']);
    const paper = (clientId: string, monto: number) => place.topUp(monto, 'RECARGA', clientId);
    const [one, other] = [await paper(first, 30_000), await paper(second, 40_000)];
    const [small, large] = [await paper(first, 1_000), await paper(second, 199_500)];
    const merged = await place.manage('/client/merge', { id: second, into: first });
    expect(merged.status).toBe(200);
    expect((await place.manage(`/client/${first}`)).body).toMatchObject({
      balance: 270_500,
    });

    await place.set({ refundsOn: true, refundCap: 200_000 });
    const giveBack = async (uuid: string, monto: number) =>
      place.manage('/cash/refund', { vouchers: [{ id: await place.idOf(uuid), monto }], reason: 'RETRACT' });
    expect((await giveBack(large, 199_500)).status).toBe(201);
    expect((await giveBack(small, 1_000)).status).toBe(409);

    const ids = [await place.idOf(one), await place.idOf(other)];
    const join = { newUuid: randomUUID(), identificacion: '71999888', ids };
    const joined = await place.manage('/code-qr/join', join);
    expect([joined.status, joined.body['monto']]).toEqual([201, 70_000]);
    expect((await place.buy({ userId: first, codeQrUuid: join.newUuid }, 2_000)).status).toBe(201);
  });
});

/** Findings: the owner of a voucher, when rows of one person were merged before or after. */
describe("a merged customer's voucher", () => {
  const place = marketForSuite();
  const person = async () => {
    const named = { ownerName: 'rosa díaz', identificacion: String(randomInt(1e9, 2e9)) };
    return { ...named, id: String((await place.as('RECARGA', '/client/create', named)).body['_id']) };
  };
  /** Merges like customers/doubles.ts. */
  const merge = async (id: string, into: string): Promise<void> => {
    await place.rowsOf(
      `update person set merged_into = $2, visible = case when id = $1 then false else visible end
        where id = $1 or merged_into = $1`,
      id,
      into,
    );
  };
  it('pays a sale that a person decides, as without a merge (A-0)', async () => {
    const [old, kept] = [await person(), await person()];
    const voucher = await place.issue(80_000, old.id);
    const stall = await place.stallDevice();
    await merge(old.id, kept.id);
    const [, acceptance] = stall.writeAcceptedPurchase({ ...voucher, price: 30_000 });
    await place.manage('/devices/revoke', { id: stall.id });
    expect(await stall.states([acceptance])).toEqual(['in-review']);
    const before = (await place.sums())['guarantee'] ?? 0;
    expect((await place.assign((await place.lineOf(voucher.codeQrUuid))._id, 'guarantee')).status).toBe(200);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(50_000);
    expect((await place.sums())['guarantee'] ?? 0).toBe(before);
  });

  it('keeps paying under its printed name when its person is merged once more (A-3)', async () => {
    const [known, kept] = [await person(), await person()];
    const kiosk = await place.kiosk();
    const clientId = randomUUID();
    const { ownerName, identificacion } = known;
    const registered = kiosk.writeCustomer({ ownerName, identificacion }, clientId);
    const voucher = kiosk.writePaper(40_000, clientId);
    expect(await kiosk.states([registered, voucher.topUp])).toEqual(['accepted', 'accepted']);
    expect((await place.buy(voucher, 1_000)).status).toBe(201);
    await merge(known.id, kept.id);
    expect((await place.buy(voucher, 2_000)).status).toBe(201);
    const stall = await place.stallDevice();
    expect(await stall.states(stall.writeAcceptedPurchase({ ...voucher, price: 3_000 }))).toEqual([
      'accepted',
      'accepted',
    ]);
    const [, alone] = stall.writeAcceptedPurchase({ ...voucher, price: 4_000 });
    expect(await stall.states([alone])).toEqual(['accepted']);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(30_000);
    const stranger = await person();
    expect((await place.buy({ ...voucher, userId: stranger.id }, 1_000)).body['code']).toBe(
      'UNKNOWN_VOUCHER',
    );
  });
});
