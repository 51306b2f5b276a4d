import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SyncEntry, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import type { Books } from './books.ts';
import { receiveCash } from './cash.ts';
import { decide } from './decisions.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { deliverRescue, Memory } from './redelivery.ts';
import type { Attack, Step } from './steps.ts';

const day = 86_400_000;
const maxTopUp = 2_000_000;
/** Kinds written by a top-up point; the others are a stall's. */
const ofAPoint: ReadonlySet<string> = new Set(['top-up', 'top-up-void', 'customer']);

/** One day: the actions of people and devices, with the test's books beside it. */
export class World {
  readonly here: LedgerPlace;
  books: Books;
  readonly memory = new Memory();
  readonly stall: SignedDevice;
  readonly neighbour: SignedDevice;
  readonly kiosk: SignedDevice;
  /** Lines of earlier days. */
  readonly #earlier: ReadonlySet<string>;

  constructor(
    here: LedgerPlace,
    books: Books,
    devices: readonly [SignedDevice, SignedDevice, SignedDevice],
    earlier: ReadonlySet<string>,
  ) {
    [this.here, this.books, this.#earlier] = [here, books, earlier];
    [this.stall, this.neighbour, this.kiosk] = devices;
  }

  async run(one: Step): Promise<void> {
    switch (one.act) {
      case 'top-up':
        this.books.topUps.unshift(await this.here.topUp(one.amount));
        break;
      case 'sale':
        await this.sell(one);
        break;
      case 'attack':
        await this.attack(one);
        break;
      case 'decide':
        await decide(this.here, this.books, one, this.#earlier);
        break;
      case 'receive':
        await receiveCash(this.here, one);
        break;
    }
    if ('after' in one) await this.pass(one.after);
  }

  async pass(what: 'nothing' | 'payout' | 'count' | 'night'): Promise<void> {
    switch (what) {
      case 'nothing':
        break;
      case 'payout':
        await this.here.place.payOut();
        break;
      case 'count':
        await this.here.place.receiveAll();
        break;
      case 'night':
        for (const made of [...this.books.topUps, ...this.books.sales]) made.isOfToday = false;
        for (const table of ['purchase', 'top_up'])
          await this.here.place.opened.database.query({
            text: `update ${table} set recorded_at = recorded_at - interval '3 days' where recorded_at > now() - interval '1 day'`,
          });
    }
  }

  async sell({ voucher: at, part, by }: Extract<Step, { act: 'sale' }>): Promise<void> {
    const voucher = this.books.topUps[at % Math.max(1, this.books.topUps.length)];
    const balance = voucher && (await this.here.place.balanceOf(voucher.uuid));
    if (!voucher || !balance || voucher.isClosed) return;
    const price = Math.ceil(balance / part);
    const sale = {
      userId: voucher.clientId,
      codeQrUuid: voucher.uuid,
      price: toAmount(price),
      estanteId: this.stall.operatorId,
    };
    const entry = this.stall.write('purchase', { ...sale, by: 'stall' });
    const { opId } = entry.envelope;
    let code: unknown;
    if (by === 'call') {
      const { status, body } = await this.here.call('ESTANTE', '/shopping/create', sale, opId);
      expect(status).toBe(201);
      code = body['codeCompra'];
      this.memory.note(this.stall, entry, []);
    } else {
      const { results } = await this.stall.sync([entry]);
      expect(results.map(({ state }) => state)).toEqual(['accepted']);
      code = results[0]?.purchase?.codeCompra;
      this.memory.note(this.stall, entry, results);
    }
    this.books.notePurchase(opId, voucher.uuid, { price, taken: price }, String(code));
  }

  async attack(attack: Attack): Promise<void> {
    const [device, token] = ofAPoint.has(attack.kind)
      ? [this.kiosk, this.here.place.market.tokens['RECARGA']]
      : [this.stall, this.here.place.market.tokens['ESTANTE']];
    const before = await this.here.money();
    const entry = this.entryOf(attack, device);
    if (!entry) return;
    const results = await this.send(attack, device, entry, token);
    this.memory.note(device, entry, results);
    this.books.judgeAttack(attack, entry, results, before, await this.here.money());
    if (attack.decidedAs === null || !results.some(({ state }) => state === 'in-review')) return;
    const decided = { act: 'decide', to: attack.decidedAs, by: 'manager', isResolved: false, of: 0 } as const;
    await decide(this.here, this.books, decided, this.#earlier);
  }

  /** Null when nothing has happened yet that it could concern. */
  entryOf(
    { kind, lie, of, other }: Attack,
    device: SignedDevice,
  ): (SyncEntry & { envelope: Envelope }) | null {
    const vouchers = [...this.books.topUps, this.books.foreign];
    const voucher = vouchers[of % vouchers.length] ?? this.books.foreign;
    const sale = this.books.sales[of % Math.max(1, this.books.sales.length)];
    const another = vouchers[other % vouchers.length] ?? this.books.foreign;
    const known = [...this.books.topUps, ...this.books.sales][
      other % Math.max(1, this.books.topUps.length + this.books.sales.length)
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
      ...(lie === 'operator' ? { operatorId: this.here.place.market.ids['other ESTANTE'] } : {}),
      ...(lie === 'number' ? { seq: device.seq + 50 } : {}),
    };
    const estanteId =
      lie === 'stall' ? this.here.place.market.ids['other ESTANTE'] : this.here.place.market.ids['ESTANTE'];
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
      case 'top-up':
        return device.write(
          'top-up',
          {
            monto: lie === 'amount' ? toAmount(maxTopUp + 1) : monto,
            uuid: lie === 'voucher' ? paper.uuid : toVoucherId(randomUUID()),
            clientId: customer,
          },
          change,
        );
      case 'top-up-void': {
        const body = { topUpOpId: reference ?? voucher.opId, monto, uuid: paper.uuid, clientId: customer };
        return device.write('top-up-void', { ...body, reason: 'TWICE' }, change);
      }
      case 'customer': {
        const registration = {
          ownerName: 'otra',
          identificacion: this.here.place.market.customer.identificacion,
        };
        return device.writeCustomer(
          registration,
          lie === 'customer' ? this.books.foreign.clientId : randomUUID(),
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
    if (way === 'rescue') {
      await deliverRescue(this.here, device, [entry]);
      return [];
    }
    const body = sender.request([entry], way === 'ahead' ? head : {});
    const answer = await sender.send(body, way === 'session' ? token : undefined);
    expect(answer.status, 'the call itself is answered').toBe(200);
    const { results } = answer.body as unknown as { results: SyncResult[] };
    if (way !== 'twice') return results;
    return [...results, ...(await sender.sync([entry])).results];
  }
}
