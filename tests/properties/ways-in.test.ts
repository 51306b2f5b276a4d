import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type OpId, type VoucherId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { SyncEntry, SyncResult } from '#src/contract/devices/sync.ts';
import type { StallBalance } from '#src/contract/markets/cash.ts';
import type { Till } from '#src/contract/markets/till.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { judgedByTime, step, type Attack, type Step } from './ways-in-steps.ts';

const day = 86_400_000;
const mostOfATopUp = 2_000_000;

type TopUp = { opId: OpId; uuid: VoucherId; clientId: string; monto: number; isOfToday: boolean };
type Sale = { opId: OpId; voucher: TopUp; price: number; stands: number; isOfToday: boolean };
type Money = {
  balances: ReadonlyMap<string, number>;
  payable: number;
  otherPayable: number;
  /** held by the point, on its way included, and the part of it that is in its till */
  till: number;
  inTill: number;
};

/**
 * Operations of every kind come in by every way, each with one field changed to a foreign, older, larger or repeated value. What moved is
 * compared with books that share no rule with the server: money moves only as a call of the same person could move it, and what can be taken
 * out never grows beyond the cash that was brought.
 */
describe('no way in to the money moves more than a call does', () => {
  const place = offlineMarketForSuite();
  let foreign: TopUp;
  beforeAll(async () => {
    foreign = await topUp(30_000, 'other RECARGA');
  });

  async function call(asker: Exclude<Asker, 'nobody'>, path: string, body: object, key?: string) {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return ask(place.app, 'POST', path, { body, token: place.market.tokens[asker], headers });
  }
  async function topUp(monto: number, asker: 'RECARGA' | 'other RECARGA' = 'RECARGA'): Promise<TopUp> {
    const [opId, uuid, clientId] = [
      toOpId(randomUUID()),
      toVoucherId(randomUUID()),
      place.market.customer.id,
    ];
    const made = await call(asker, '/code-qr/create-recharger', { monto, uuid, clientId }, opId);
    expect(made.status).toBe(201);
    return { opId, uuid, clientId, monto, isOfToday: true };
  }
  async function payableOf(asker: 'GLOBAL_MARKET' | 'other GLOBAL_MARKET'): Promise<number> {
    const answer = await ask(place.app, 'GET', '/cash/stalls', { token: place.market.tokens[asker] });
    const stalls = answer.body as unknown as StallBalance[];
    return stalls.reduce((sum, { owed, held }) => sum + owed - held, 0);
  }
  async function money(): Promise<Money> {
    const { rows } = await place.opened.database.query<{ id: string; balance: number }>({
      text: 'select id, balance from voucher',
    });
    const tills = (await place.manage('/cash/tills')).body as unknown as Till[];
    return {
      balances: new Map(rows.map(({ id, balance }) => [id, balance])),
      payable: await payableOf('GLOBAL_MARKET'),
      otherPayable: await payableOf('other GLOBAL_MARKET'),
      till: tills.reduce((sum, { expected, inTransit }) => sum + expected + inTransit, 0),
      inTill: tills.reduce((sum, { expected }) => sum + expected, 0),
    };
  }
  const sum = ({ balances }: Money): number => [...balances.values()].reduce((all, one) => all + one, 0);

  class World {
    readonly topUps: TopUp[] = [];
    readonly sales: Sale[] = [];
    readonly stall: SignedDevice;
    readonly neighbour: SignedDevice;
    readonly kiosk: SignedDevice;

    constructor(devices: readonly [SignedDevice, SignedDevice, SignedDevice]) {
      [this.stall, this.neighbour, this.kiosk] = devices;
    }

    async run(one: Step): Promise<void> {
      switch (one.act) {
        case 'top-up':
          this.topUps.unshift(await topUp(one.amount));
          break;
        case 'sale':
          await this.sell(one);
          break;
        case 'attack':
          await this.attack(one);
      }
      if ('after' in one) await this.pass(one.after);
    }

    async pass(what: 'nothing' | 'payout' | 'count' | 'night'): Promise<void> {
      switch (what) {
        case 'nothing':
          break;
        case 'payout': {
          const monto = await payableOf('GLOBAL_MARKET');
          const body = { estanteId: place.market.ids['ESTANTE'], monto };
          if (monto > 0) expect((await place.manage('/cash/payout', body)).status).toBe(201);
          break;
        }
        case 'count': {
          const { inTill: expected } = await money();
          const body = { topUpPointId: place.market.ids['RECARGA'], counted: expected, expected };
          if (expected > 0) expect((await place.manage('/cash/count', body)).status).toBe(201);
          break;
        }
        case 'night':
          for (const made of [...this.topUps, ...this.sales]) made.isOfToday = false;
          for (const table of ['purchase', 'top_up'])
            await place.opened.database.query({
              text: `update ${table} set recorded_at = recorded_at - interval '3 days' where recorded_at > now() - interval '1 day'`,
            });
      }
    }

    async sell({ voucher: at, part, by }: Extract<Step, { act: 'sale' }>): Promise<void> {
      const voucher = this.topUps[at % Math.max(1, this.topUps.length)];
      const balance = voucher && (await place.balanceOf(voucher.uuid));
      if (!voucher || !balance) return;
      const price = Math.ceil(balance / part);
      const sale = {
        userId: voucher.clientId,
        codeQrUuid: voucher.uuid,
        price: toAmount(price),
        estanteId: this.stall.operatorId,
      };
      const entry = this.stall.write('purchase', { ...sale, by: 'stall' });
      const { opId } = entry.envelope;
      if (by === 'call') expect((await call('ESTANTE', '/shopping/create', sale, opId)).status).toBe(201);
      else expect(await this.stall.states([entry])).toEqual(['accepted']);
      this.sales.unshift({ opId, voucher, price, stands: price, isOfToday: true });
    }

    async attack(attack: Attack): Promise<void> {
      const [device, token] =
        attack.kind === 'top-up' || attack.kind === 'top-up-void' || attack.kind === 'customer'
          ? [this.kiosk, place.market.tokens['RECARGA']]
          : [this.stall, place.market.tokens['ESTANTE']];
      const before = await money();
      const entry = this.entryOf(attack, device);
      if (!entry) return;
      const results = await this.send(attack, device, entry, token);
      this.judge(attack, entry, results, before, await money());
    }

    /** null: nothing has happened yet that it could be about. */
    entryOf(
      { kind, lie, of, other }: Attack,
      device: SignedDevice,
    ): (SyncEntry & { envelope: Envelope }) | null {
      const vouchers = [...this.topUps, foreign];
      const voucher = vouchers[of % vouchers.length] ?? foreign;
      const sale = this.sales[of % Math.max(1, this.sales.length)];
      const another = vouchers[other % vouchers.length] ?? foreign;
      const known = [...this.topUps, ...this.sales][
        other % Math.max(1, this.topUps.length + this.sales.length)
      ];
      const paper = lie === 'voucher' ? another : kind === 'withdrawal' && sale ? sale.voucher : voucher;
      const amount =
        kind === 'withdrawal' && sale ? sale.price : kind === 'top-up-void' ? voucher.monto : 7_000;
      const monto = toAmount(lie === 'amount' ? amount + 37_000 : amount);
      const customer = lie === 'customer' ? randomUUID() : paper.clientId;
      const now = Date.now();
      const change: Partial<Envelope> = {
        ...(lie === 'long-ago' ? { occurredAt: new Date(now - 20 * day).toISOString() } : {}),
        ...(lie === 'in-hours' ? { occurredAt: new Date(now + day / 12).toISOString() } : {}),
        ...(lie === 'clock' ? { clockOffset: -20 * day } : {}),
        ...(lie === 'known-id' && known ? { opId: known.opId } : {}),
        ...(lie === 'operator' ? { operatorId: place.market.ids['other ESTANTE'] } : {}),
        ...(lie === 'number' ? { seq: device.seq + 50 } : {}),
      };
      const estanteId = lie === 'stall' ? place.market.ids['other ESTANTE'] : place.market.ids['ESTANTE'];
      const sold = { userId: customer, codeQrUuid: paper.uuid, price: monto, estanteId };
      const reference = lie === 'reference' ? known?.opId : undefined;
      switch (kind) {
        case 'purchase':
          return device.write('purchase', { ...sold, by: 'stall' }, change);
        case 'acceptance':
          return device.write(
            'acceptance',
            {
              ...sold,
              purchaseOpId: reference ?? toOpId(randomUUID()),
              limitsVersion: 1,
              snapshotAsOf: device.listAsOf,
              knownBalance: toAmount(paper.monto),
              spentHere: toAmount(0),
              deviceOpen: toAmount(0),
              proof: '',
            },
            change,
          );
        case 'withdrawal':
          return sale
            ? device.write('withdrawal', { ...sold, purchaseOpId: reference ?? sale.opId }, change)
            : null;
        case 'void': {
          if (!sale) return null;
          const part = lie === 'amount' ? { monto: toAmount(sale.price + 1) } : {};
          const body = { purchaseOpIds: [reference ?? sale.opId], codeCompra: 'C-0', reason: 'x', ...part };
          return device.write('void', body, change);
        }
        case 'top-up':
          return device.write(
            'top-up',
            {
              monto: lie === 'amount' ? toAmount(mostOfATopUp + 1) : monto,
              uuid: lie === 'voucher' ? paper.uuid : toVoucherId(randomUUID()),
              clientId: customer,
            },
            change,
          );
        case 'top-up-void': {
          const body = { topUpOpId: reference ?? voucher.opId, monto, uuid: paper.uuid, clientId: customer };
          return device.write('top-up-void', { ...body, reason: 'TWICE' }, change);
        }
        case 'till-hand-over':
          return device.write('till-hand-over', { monto }, change);
        case 'customer': {
          const registration = { ownerName: 'otra', identificacion: place.market.customer.identificacion };
          return device.writeCustomer(
            registration,
            lie === 'customer' ? foreign.clientId : randomUUID(),
            change,
          );
        }
      }
    }

    async send(
      { way }: Attack,
      device: SignedDevice,
      entry: SyncEntry,
      token: string | undefined,
    ): Promise<SyncResult[]> {
      const head = { journal: { lastSeq: 100_000, headHash: '', openCount: 0, openSum: 0 } };
      const sender = way === 'neighbour' ? this.neighbour : device;
      const body = sender.request([entry], way === 'ahead' ? head : {});
      const answer = await sender.send(body, way === 'session' ? token : undefined);
      expect(answer.status, 'the call itself is answered').toBe(200);
      const { results } = answer.body as unknown as { results: SyncResult[] };
      if (way !== 'twice') return results;
      return [...results, ...(await sender.sync([entry])).results];
    }

    judge(
      attack: Attack,
      { envelope, ...entry }: SyncEntry & { envelope: Envelope },
      results: SyncResult[],
      before: Money,
      after: Money,
    ): void {
      const { kind, lie } = attack;
      const payable = after.payable - before.payable;
      const till = after.till - before.till;
      expect(after.otherPayable, 'another market’s stall').toBe(before.otherPayable);
      expect(sum(after) - sum(before) + payable - till, 'out of nothing').toBeLessThanOrEqual(0);
      const changed = [...after.balances].flatMap(([id, balance]) => {
        const change = balance - (before.balances.get(id) ?? 0);
        return change === 0 ? [] : [{ id, change }];
      });
      expect(changed.length, 'vouchers that changed').toBeLessThanOrEqual(1);
      for (const { id, change } of changed)
        this.judgeVoucher(kind, envelope, { id, change, payable, till }, before);
      const isMoved = changed.length > 0 || payable !== 0 || till !== 0;
      if (lie === 'long-ago' || lie === 'in-hours' || lie === 'clock')
        expect(isMoved && judgedByTime.has(kind)).toBe(false);
      const isKnown = [...this.topUps, ...this.sales].some(({ opId }) => opId === envelope.opId);
      if (lie === 'known-id' && isKnown) {
        expect(isMoved, 'under the id of another operation').toBe(false);
        expect(
          results.every(({ seal }) => seal === undefined),
          'our seal on it',
        ).toBe(true);
      }
      for (const { customer } of results)
        if (customer && 'registration' in entry)
          expect(Object.values(entry.registration as object)).toEqual(
            expect.arrayContaining([customer.ownerName, customer.identificacion]),
          );
    }

    /** What the books say of a voucher that changed. */
    judgeVoucher(
      kind: Attack['kind'],
      envelope: Envelope,
      { id, change, payable, till }: { id: string; change: number; payable: number; till: number },
      before: Money,
    ): void {
      switch (envelope.kind) {
        case 'purchase':
        case 'acceptance':
          expect([id, change, payable]).toEqual([
            envelope.payload.codeQrUuid,
            0 - envelope.payload.price,
            -change,
          ]);
          expect(envelope.payload.estanteId, 'to its own stall').toBe(this.stall.operatorId);
          this.noteSale(envelope.payload.codeQrUuid, envelope);
          break;
        case 'withdrawal':
        case 'void': {
          const { payload } = envelope;
          const of = 'purchaseOpId' in payload ? payload.purchaseOpId : payload.purchaseOpIds[0];
          const sale = this.sales.find(({ opId }) => opId === of);
          expect([id, change, payable]).toEqual([sale?.voucher.uuid, sale?.stands, -(sale?.stands ?? 0)]);
          expect([sale?.isOfToday, before.payable >= change], 'of today, and not paid out').toEqual([
            true,
            true,
          ]);
          if (sale) sale.stands = 0;
          break;
        }
        case 'top-up':
          expect([id, change, till]).toEqual([
            envelope.payload.uuid,
            envelope.payload.monto,
            envelope.payload.monto,
          ]);
          expect(before.balances.has(id), 'a voucher of its own').toBe(false);
          expect(change).toBeLessThanOrEqual(mostOfATopUp);
          this.topUps.unshift({ ...envelope.payload, opId: envelope.opId, isOfToday: true });
          break;
        case 'top-up-void': {
          const made = this.topUps.find(({ opId }) => opId === envelope.payload.topUpOpId);
          expect([id, change, till]).toEqual([made?.uuid, -(made?.monto ?? 0), -(made?.monto ?? 0)]);
          expect([made?.isOfToday, before.till >= -change], 'of today, out of its own till').toEqual([
            true,
            true,
          ]);
          break;
        }
        case 'till-hand-over':
        case 'customer':
          expect.fail(`a ${kind} moved ${change}`);
      }
    }

    noteSale(
      uuid: VoucherId,
      { opId, payload, kind }: Extract<Envelope, { kind: 'purchase' | 'acceptance' }>,
    ): void {
      const voucher = this.topUps.find((one) => one.uuid === uuid) ?? foreign;
      const id = kind === 'acceptance' ? payload.purchaseOpId : opId;
      this.sales.unshift({ opId: id, voucher, price: payload.price, stands: payload.price, isOfToday: true });
    }
  }

  it('whatever is changed in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 16, size: 'max' }), async (steps) => {
        const world = new World([await place.stallDevice(), await place.stallDevice(), await place.kiosk()]);
        world.topUps.push(await topUp(40_000));
        for (const one of steps) await world.run(one);
      }),
      { numRuns: 15 },
    );
    expect(await place.findings()).toEqual([]);
  }, 180_000);
});
