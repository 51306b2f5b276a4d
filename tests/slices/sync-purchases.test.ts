import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/protocol/brands.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { unsealed } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

type Body = { journal: object; health: object; proof?: string };

describe('an outbox that arrives by sync', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const kiosk = forSuite(() => place.kiosk());

  it('registers, tops up and sells in the order of the journal, whatever the order of the entries', async () => {
    const clientId = randomUUID();
    const customer = kiosk.writeCustomer({ ownerName: 'ana', identificacion: randomUUID() }, clientId);
    const paper = kiosk.writePaper(50_000, clientId, { after: customer.envelope.opId });
    const answer = await kiosk.sync([paper.topUp, customer]);
    expect(answer.results.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(answer.results[0]?.topUp).toMatchObject({
      monto: 50_000,
      uuid: paper.codeQrUuid,
      ownerName: 'ana',
    });
    expect(answer.results[0]?.topUp?.urlCodeQr).toMatch(/#v2\.[\w-]{116}$/);
    expect(answer.results[1]?.customer).toMatchObject({ _id: clientId, ownerName: 'ana' });
    expect(answer.device).toMatchObject({ state: 'active', ackSeq: 2, missing: [] });
    const purchase = stall.writeSale(paper, 12_500);
    const [paid] = (await stall.sync([purchase])).results;
    expect(paid).toMatchObject({ state: 'accepted', purchase: { nuevoSaldo: 37_500, points: 12 } });
  });

  it('gets the same answers for a repeated batch, and one effect from 50 copies at once', async () => {
    const voucher = await place.issue(100_000);
    const entries = Array.from({ length: 30 }, (_, n) => stall.writeSale(voucher, 1_000 + n));
    const first = await stall.sync(entries);
    expect(unsealed((await stall.sync(entries)).results)).toEqual(unsealed(first.results));
    const last = stall.writeSale(voucher, 777);
    const before = await place.balanceOf(voucher.codeQrUuid);
    const copies = await Promise.all(Array.from({ length: 50 }, () => stall.sync([last])));
    expect(new Set(copies.map(({ results }) => JSON.stringify(unsealed(results)))).size).toBe(1);
    expect(copies[0]?.results[0]?.state).toBe('accepted');
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe((before ?? 0) - 777);
  });

  it('is refused with the balance that is left, also in its sentence', async () => {
    const dear = stall.writeSale(await place.issue(1_000), 1_001);
    const message = 'El saldo no alcanza. Quedan $1,000.';
    expect((await stall.sync([dear])).results).toMatchObject([
      { state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE', left: 1_000, message } },
    ]);
  });

  it('finds the lost answer: the same purchase sent alone before, and alone afterwards', async () => {
    const voucher = await place.issue(10_000);
    const online = stall.writeSale(voucher, 4_000);
    const { opId } = online.envelope;
    const answer = await place.buy(voucher, 4_000, opId);
    const [synced] = (await stall.sync([online])).results;
    expect(synced?.purchase?.codeCompra).toBe(answer.body['codeCompra']);
    const later = stall.writeSale(voucher, 1_000);
    const [first] = (await stall.sync([later])).results;
    const again = await place.buy(voucher, 1_000, later.envelope.opId);
    expect(again.body['codeCompra']).toBe(first?.purchase?.codeCompra);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(5_000);
  });

  it('waits for the predecessor, and leaves nothing of it meanwhile', async () => {
    const voucher = await place.issue(1_000);
    const clientId = randomUUID();
    const [customer, topUp] = [
      kiosk.writeCustomer({ ownerName: 'eva', identificacion: randomUUID() }, clientId),
      kiosk.writePaper(900, clientId).topUp,
    ];
    const after = { after: customer.envelope.opId };
    const { topUp: waiting } = kiosk.writePaper(800, clientId, after);
    expect(await kiosk.outcomes([waiting])).toEqual(['again WAITS_FOR_ANOTHER']);
    expect((await kiosk.sync([waiting])).device.missing).toContain(waiting.envelope.seq);
    expect(await kiosk.states([customer, topUp, waiting])).toEqual(['accepted', 'accepted', 'accepted']);
    expect((await kiosk.sync([])).device.missing).toEqual([]);
    expect(await place.balanceOf(voucher.codeQrUuid)).toBe(1_000);
  });

  it('lets a holder buy over a stall’s device, at any stall', async () => {
    const voucher = await place.issue(1_000);
    const { userId, codeQrUuid } = voucher;
    const estanteId = place.market.ids['other ESTANTE'];
    const body = { userId, codeQrUuid, price: toAmount(400), estanteId, by: 'holder' as const };
    const entry = stall.write('purchase', body, { operatorId: '' });
    expect((await stall.sync([entry])).results[0]).toMatchObject({
      state: 'accepted',
      purchase: { nuevoSaldo: 600 },
    });
  });

  it('merges a customer whom another person had registered, without revealing it: the old link still buys', async () => {
    const identificacion = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    const one = kiosk.writeCustomer({ ownerName: 'nelly', identificacion }, first);
    const two = kiosk.writeCustomer(
      { ownerName: 'Nelly O.', identificacion: identificacion.toUpperCase() },
      second,
    );
    const voucher = kiosk.writePaper(5_000, second);
    const { results } = await kiosk.sync([one, two, voucher.topUp]);
    expect(results.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(results[1]?.customer).toMatchObject({ _id: first, ownerName: 'Nelly O.' });
    expect(results[2]?.topUp).toMatchObject({ ownerName: 'nelly' });
    expect((await place.buy(voucher, 1_000)).body).toMatchObject({ nuevoSaldo: 4_000, userName: 'nelly' });
    expect((await place.buy({ ...voucher, userId: first }, 1_000)).body['nuevoSaldo']).toBe(3_000);
    const rows = await place.rowsOf<{ customer_id: string }>(
      'select distinct customer_id from purchase where voucher_id = $1',
      voucher.codeQrUuid,
    );
    expect(rows).toEqual([{ customer_id: first }]);
  });

  it('requests names that a neighbour changed again, accepts the right ones, and permanently refuses its own changed ones', async () => {
    const registration = { ownerName: 'rosa', identificacion: randomUUID() };
    const entry = kiosk.writeCustomer(registration, randomUUID());
    const own = kiosk.writeCustomer(registration, randomUUID());
    const changed = { ...entry, registration: { ...registration, ownerName: 'otra' } };
    expect(await stall.outcomes([changed])).toEqual(['again REGISTRATION_CHANGED']);
    expect(await kiosk.states([entry])).toEqual(['accepted']);
    expect(await kiosk.states([{ envelope: entry.envelope, sig: entry.sig }])).toEqual(['accepted']);
    for (const sent of [{ ...own, registration: changed.registration }, own])
      expect(await kiosk.outcomes([sent])).toEqual(['refused REGISTRATION_CHANGED']);
  });

  it('is not affected by an entry that cannot be read', async () => {
    const voucher = await place.issue(1_000);
    const good = stall.writeSale(voucher, 100);
    const newer = { envelope: { v: 3, opId: 'n'.repeat(70), seq: 99 }, sig: '' };
    const odd = { envelope: { opId: 7 }, sig: '' };
    const answer = await stall.sync([newer, { envelope: null, sig: '' }, odd, good]);
    expect(answer.results.map(({ opId, state }) => [opId, state])).toEqual([
      ['n'.repeat(64), 'unreadable'],
      ['', 'unreadable'],
      ['', 'unreadable'],
      [good.envelope.opId, 'accepted'],
    ]);
  });

  it.each<[string, (body: Body) => object]>([
    ['the request', (body) => ({ ...body, later: 1 })],
    ['its journal', (body) => ({ ...body, journal: { ...body.journal, later: 1 } })],
    ['its health', (body) => ({ ...body, health: { ...body.health, later: 1 } })],
    ['an entry', (body) => ({ ...body, entries: [{ envelope: null, sig: '', later: 1 }] })],
  ])(
    'refuses a field of %s that it does not know as invalid, not as a wrong signature',
    async (_in, spoil) => {
      const { proof: _proof, ...body } = stall.request([]) as Body;
      const spoilt = spoil(body);
      const signed = { ...spoilt, proof: stall.sign(requestText({ ...spoilt })) };
      const answer = await stall.send(signed);
      expect([answer.status, answer.body['code']]).toEqual([400, 'INVALID_REQUEST']);
      const list = { deviceId: stall.id, sentAt: new Date().toISOString(), since: 0, later: 1 };
      const asked = await place.as('nobody', '/sync/snapshot', {
        ...list,
        proof: stall.sign(requestText(list)),
      });
      expect([asked.status, asked.body['code']]).toEqual([400, 'INVALID_REQUEST']);
    },
  );

  it('cannot read an envelope with a field that it does not know', async () => {
    const voucher = await place.issue(1_000);
    const { payload } = stall.writeSale(voucher, 50).envelope;
    const inside = stall.write('purchase', Object.assign(payload, { later: 1 }));
    const beside = stall.writeSale(voucher, 50, { later: 1 } as object);
    expect(await stall.states([inside, beside])).toEqual(['unreadable', 'unreadable']);
  });
});
