import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import type { PurchaseVoidReceipt } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { Conflict } from '#src/contract/settlement/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { TopUpVoidReceipt } from '#src/contract/topups/top-up-void.ts';
import type { RefundAct } from '#src/contract/vouchers/refund.ts';
import { Answers } from './answers.ts';
import type { Voucher } from './books.ts';
import type { Step, StepOf } from './steps.ts';

/** Default limit of one voucher for an offline sale. */
const perVoucher = 50_000;

/** One sequence, played through the product's own calls and journals. */
export class Place extends Answers {
  async run(step: Step): Promise<void> {
    switch (step.act) {
      case 'topUp':
        return this.#topUp(step);
      case 'buy':
        return this.#buy(step);
      case 'share':
        return this.#share(step);
      case 'void':
        return this.#void(step);
      case 'refund':
        return this.#refund(step);
      case 'reissue':
        return this.#reissue(step);
      case 'join':
        return this.#join(step);
      case 'undo':
        return this.#undo(step);
      case 'payout':
        return this.#payOut(step);
      case 'offline':
        return this.#sellOffline(step);
      case 'assign':
        return this.#assign(step);
      case 'merge':
        return this.#merge();
      case 'liar':
        return this.#lie(step);
      case 'count':
        return this.#count(step);
      case 'night':
        return this.#sleep();
    }
  }

  async #topUp({ amount: monto, of }: StepOf<'topUp'>): Promise<void> {
    const [uuid, opId] = [toVoucherId(randomUUID()), toOpId(randomUUID())];
    const owner = this.books.isMerged ? this.market.customers[0] : (this.market.customers[of] ?? '');
    const { status, body } = await this.post(
      'point',
      '/code-qr/create-recharger',
      { monto, uuid, clientId: owner },
      opId,
    );
    expect(status).toBe(201);
    const receipt = body as unknown as TopUpReceipt;
    this.books.issue({
      uuid,
      owner,
      issuedBy: receipt._id,
      topUp: opId,
      face: monto,
      proof: proofIn(receipt),
    });
    this.books.figures.till += monto;
  }

  async #buy({ voucher: at, part, by, of }: StepOf<'buy'>): Promise<void> {
    const voucher = this.books.voucher(at);
    if (!voucher) return;
    const payable = this.books.payable(voucher);
    const price = toAmount(amountOf(part, voucher.left));
    const estanteId = this.market.ids.stall;
    const sale = { userId: this.named(voucher, of), codeQrUuid: voucher.uuid, price, estanteId };
    const opId = toOpId(randomUUID());
    let receipt: PurchaseReceipt | undefined;
    if (by === 'journal') {
      const entry = this.market.tablet.device.write('purchase', { ...sale, by: 'stall' }, { opId });
      const [result] = await this.send('tablet', [entry]);
      receipt = result?.purchase;
    } else {
      const { status, body } = await this.post(by, '/shopping/create', sale, opId);
      if (status === 201) receipt = body as unknown as PurchaseReceipt;
    }
    expect(receipt !== undefined, `${price} of ${payable}`).toBe(price <= payable);
    if (!receipt) return;
    expect(receipt).toMatchObject({ price, nuevoSaldo: voucher.left - price });
    this.books.sell(voucher, { opId, code: receipt.codeCompra, price });
  }

  async #share({ vouchers, part }: StepOf<'share'>): Promise<void> {
    const named = [...new Set(vouchers.flatMap((at) => this.books.voucher(at) ?? []))];
    if (named.length < 2) return;
    const shares = named.map((voucher, n) => ({
      opId: toOpId(randomUUID()),
      userId: voucher.owner,
      codeQrUuid: voucher.uuid,
      price: toAmount(amountOf(n === 0 ? part : 'part', voucher.left)),
    }));
    const body = { estanteId: this.market.ids.stall, shares };
    const answer = await this.post('stall', '/shopping/create-shared', body);
    const isPaid = shares.every(({ price }, n) => price <= this.books.payable(named[n] as Voucher));
    expect(answer.status === 201, 'all shares or none').toBe(isPaid);
    if (answer.status !== 201) return;
    const receipts = answer.body['shares'] as PurchaseReceipt[];
    for (const [n, { codeCompra, price, saleCode = '' }] of receipts.entries()) {
      const [voucher, share] = [named[n], shares[n]];
      if (voucher && share) this.books.sell(voucher, { opId: share.opId, code: codeCompra, saleCode, price });
    }
  }

  async #void({ sale: at, part, by, isOfAll }: StepOf<'void'>): Promise<void> {
    const { sales, figures } = this.books;
    const sale = sales[at % Math.max(1, sales.length)];
    if (!sale) return;
    const isShared = isOfAll && sale.saleCode !== '';
    const meant = isShared ? sales.filter(({ saleCode }) => saleCode === sale.saleCode) : [sale];
    const stands = meant.reduce((sum, { given, missing }) => sum + given + missing, 0);
    const monto = part === 'all' ? {} : { monto: amountOf(part, stands) };
    const before = meant.map(({ voucher }) => voucher.left);
    const body = { codeCompra: isShared ? sale.saleCode : sale.code, reason: 'Devuelto', ...monto };
    const answer = await this.post(by, '/shopping/void', body);
    const assigned = meant.reduce((sum, one) => sum + one.assigned, 0);
    const payable = figures.owed - figures.held;
    const asked = 'monto' in monto ? Number(monto.monto) : stands + assigned;
    const isWhole = asked <= stands && stands > 0;
    if (by === 'market') expect(answer.status === 201, `${asked} of ${stands}`).toBe(isWhole);
    if (answer.status !== 201) return;
    const { returned = 0 } = answer.body as unknown as PurchaseVoidReceipt;
    expect(returned).toBe(asked);
    // The amounts returned to each voucher are read: the books only bound them.
    const balances = await this.balances();
    let toVouchers = 0;
    for (const [n, one] of meant.entries()) {
      const given = (balances.get(one.voucher.uuid) ?? 0) - (before[n] ?? 0);
      toVouchers += given;
      this.books.giveBack(one, { given, uncovered: 0 });
    }
    let uncovered = returned - toVouchers;
    for (const one of meant.toReversed()) {
      const gone = Math.min(uncovered, one.missing);
      this.books.giveBack(one, { given: 0, uncovered: gone });
      uncovered -= gone;
    }
    expect(uncovered, 'given back to nobody').toBe(0);
    if (by === 'stall')
      expect([meant.every(({ isOfToday }) => isOfToday), toVouchers <= payable]).toEqual([true, true]);
  }

  async #refund({ vouchers, isOld }: StepOf<'refund'>): Promise<void> {
    const named = [...new Set(vouchers.flatMap((at) => this.books.voucher(at) ?? []))].filter(
      ({ left }) => left > 0,
    );
    if (named.length === 0) return;
    const shown = named.map(({ issuedBy: id, left }) => ({ id, monto: left + (isOld ? 1 : 0) }));
    const { status, body } = await this.post('market', '/cash/refund', {
      vouchers: shown,
      reason: 'MARKET_CLOSES',
    });
    if (isOld) expect(status).toBe(409);
    if (status !== 201) return;
    const { total } = body as unknown as RefundAct;
    expect(total).toBe(named.reduce((sum, { left }) => sum + left, 0));
    this.books.figures.spentByMarket += total;
    for (const voucher of named) this.books.close(voucher);
  }

  async #reissue({ voucher: at }: StepOf<'reissue'>): Promise<void> {
    const voucher = this.books.voucher(at);
    if (!voucher) return;
    const newUuid = toVoucherId(randomUUID());
    const { identificacion } = this.market;
    const asked = { id: voucher.issuedBy, newUuid, identificacion };
    const { status, body } = await this.post('market', '/code-qr/reissue', asked);
    if (status !== 201) return;
    const { monto, _id: issuedBy, urlCodeQr } = body as unknown as TopUpReceipt;
    expect(monto).toBe(voucher.left);
    this.books.close(voucher);
    this.books.issue({
      uuid: newUuid,
      owner: voucher.owner,
      issuedBy,
      face: monto,
      proof: proofIn({ urlCodeQr }),
    });
  }

  async #join({ vouchers }: StepOf<'join'>): Promise<void> {
    const named = [...new Set(vouchers.flatMap((at) => this.books.voucher(at) ?? []))];
    const newUuid = toVoucherId(randomUUID());
    const { identificacion } = this.market;
    const asked = { papers: named.map(({ uuid }) => uuid), newUuid, identificacion };
    if (named.length === 0) return;
    const { status, body } = await this.post('point', '/code-qr/join', asked);
    const isOne = this.books.isMerged || new Set(named.map(({ owner }) => owner)).size === 1;
    const areGood = named.length > 1 && isOne && named.every((voucher) => this.books.payable(voucher) > 0);
    expect(status === 201, 'joined').toBe(areGood);
    if (status !== 201) return;
    const { monto, _id: issuedBy, urlCodeQr } = body as unknown as TopUpReceipt;
    expect(monto).toBe(named.reduce((sum, { left }) => sum + left, 0));
    for (const voucher of named) this.books.close(voucher);
    const owner = named[0]?.owner ?? '';
    this.books.issue({ uuid: newUuid, owner, issuedBy, face: monto, proof: proofIn({ urlCodeQr }) });
  }

  async #undo({ voucher: at, by }: StepOf<'undo'>): Promise<void> {
    const voucher = this.books.voucher(at);
    if (!voucher || voucher.topUp === '') return;
    const { figures } = this.books;
    const before = figures.till;
    const { status, body } = await this.post(by, '/code-qr/void', { id: voucher.issuedBy, reason: 'TWICE' });
    if (status !== 201) return;
    const { monto, paidFrom, till } = body as unknown as TopUpVoidReceipt;
    expect([monto, voucher.left]).toEqual([voucher.face, voucher.face]);
    if (by === 'point') expect([voucher.isOfToday, paidFrom]).toEqual([true, 'TILL']);
    if (paidFrom === 'TILL') figures.till -= monto;
    else figures.spentByMarket += monto;
    expect([till, figures.till >= 0, voucher.isClosed], `of ${before}`).toEqual([figures.till, true, false]);
    this.books.close(voucher);
  }

  async #payOut({ part, fee, includesHeld }: StepOf<'payout'>): Promise<void> {
    const { figures } = this.books;
    const most = Math.max(0, figures.owed - (includesHeld ? 0 : figures.held));
    const monto = amountOf(part, most - fee);
    if (monto <= 0) return;
    const deductions = fee === 0 ? [] : [{ kind: 'BOOTH', monto: fee }];
    const asked = { estanteId: this.market.ids.stall, monto, deductions, includeHeld: includesHeld };
    const { status } = await this.post('market', '/cash/payout', asked);
    expect(status === 201, `${monto} and ${fee} of ${most}`).toBe(monto + fee <= most);
    if (status !== 201) return;
    figures.owed -= monto + fee;
    figures.spentByMarket += monto;
  }

  async #sellOffline({ voucher: at, part, of }: StepOf<'offline'>): Promise<void> {
    const voucher = this.books.voucher(at);
    if (!voucher) return;
    const price = Math.min(amountOf(part, voucher.left), voucher.face, perVoucher);
    if (price <= 0) return;
    const { device } = this.market.tablet;
    const asOf = Date.now() - 1_000;
    await this.database.query({
      text: 'insert into handed_list (device_id, as_of) values ($1, $2) on conflict do nothing',
      values: [device.id, asOf],
    });
    device.listAsOf = asOf;
    const opId = toOpId(randomUUID());
    const sale = { userId: this.named(voucher, of), codeQrUuid: voucher.uuid, price, proof: voucher.proof };
    const entry = device.writeAcceptance(opId, sale);
    const [result] = await this.send('tablet', [entry]);
    this.noteOffline(entry, result);
  }

  async #assign({ line: at, to }: StepOf<'assign'>): Promise<void> {
    const lines = await this.lines();
    const line = lines[at % Math.max(1, lines.length)];
    if (!line) return;
    const voucher = this.books.vouchers.find(({ uuid }) => uuid === line.voucherId);
    const { status, body } = await this.post('market', '/sync/conflicts/assign', {
      id: line._id,
      to,
      note: 'visto',
    });
    if (status !== 200) return;
    const { missing } = body as unknown as Conflict;
    const { figures } = this.books;
    if (line.kind === 'sale' && line.state === 'overspend') {
      const sale = this.books.sales.find(({ opId }) => opId === line.about);
      expect([sale?.missing, missing]).toEqual([line.missing, line.missing]);
      figures.held -= missing;
      if (to === 'stall') figures.owed -= missing;
      else figures.borne += missing;
      if (sale) [sale.assigned, sale.missing] = [sale.assigned + missing, 0];
      return;
    }
    if (to === 'stall') return;
    figures.borne += missing;
    if (line.kind === 'sale') {
      figures.owed += line.price;
      const taken = line.price - missing;
      if (!voucher || line.reason === 'BAD_PROOF') return;
      expect(taken).toBe(Math.min(line.price, this.books.given(voucher)));
      figures.owed -= line.price;
      this.books.sell(voucher, { opId: line.about, code: '', price: taken });
      figures.owed += missing;
      const [sale] = this.books.sales;
      if (sale) sale.assigned = missing;
      if (missing > 0) voucher.isClosed = true;
      return;
    }
    expect(line.kind, 'a line of another kind').toBe('top-up-void');
    expect(voucher?.face).toBe(line.price);
    // The source of returned cash is read, because the answer does not determine it: a later count may have
    // found the shortage already.
    const { till, spentByMarket } = await this.figuresNow();
    const paid = [figures.till - till, spentByMarket - figures.spentByMarket];
    expect([
      [0, 0],
      [line.price, 0],
      [0, line.price],
    ]).toContainEqual(paid);
    Object.assign(figures, { till, spentByMarket });
    if (voucher) this.books.close(voucher, voucher.left - (line.price - missing));
  }

  async #merge(): Promise<void> {
    const [into, id] = this.market.customers;
    const { status } = await this.post('market', '/client/merge', { id, into });
    if (status === 200) this.books.isMerged = true;
  }

  /** A point claims that a top-up's cash was returned, with one false field. */
  async #lie({ voucher: at, other: another, lie }: StepOf<'liar'>): Promise<void> {
    const [voucher, other] = [this.books.voucher(at), this.books.voucher(another)];
    if (!voucher || !other || voucher.topUp === '') return;
    const { device } = this.market.kiosk;
    const payload = {
      topUpOpId: toOpId(lie === 'reference' ? other.topUp || randomUUID() : voucher.topUp),
      monto: toAmount(voucher.face + (lie === 'amount' ? 1_000 : 0)),
      uuid: lie === 'voucher' ? other.uuid : voucher.uuid,
      clientId: lie === 'customer' ? randomUUID() : voucher.owner,
      reason: 'TWICE' as const,
    };
    const longAgo =
      lie === 'long-ago' ? { occurredAt: new Date(Date.now() - 20 * 86_400_000).toISOString() } : {};
    const entry = device.write('top-up-void', payload, longAgo);
    const [result] = await this.send('kiosk', [entry]);
    this.noteUndone(entry, result);
  }

  async #count({ missing }: StepOf<'count'>): Promise<void> {
    const { figures } = this.books;
    const counted = Math.max(0, figures.till - missing);
    const asked = { topUpPointId: this.market.ids.point, counted, expected: figures.till, reason: 'corte' };
    const { status } = await this.post('market', '/cash/count', asked);
    expect(status === 201).toBe(figures.till > 0 || counted > 0);
    if (status !== 201) return;
    figures.spentByMarket -= counted;
    figures.till = 0;
  }

  /** Three days later. */
  async #sleep(): Promise<void> {
    for (const [table, owner] of [
      ['purchase', 'stall_id'],
      ['top_up', 'top_up_point_id'],
    ] as const)
      await this.database.query({
        text: `update ${table} set recorded_at = recorded_at - interval '3 days' where ${owner} = $1`,
        values: [table === 'purchase' ? this.market.ids.stall : this.market.ids.point],
      });
    for (const one of [...this.books.vouchers, ...this.books.sales]) one.isOfToday = false;
  }
}

function amountOf(part: 'part' | 'all' | 'more', of: number): number {
  return part === 'part' ? Math.max(1, Math.floor(of / 3)) : part === 'all' ? Math.max(1, of) : of + 1_000;
}

function proofIn({ urlCodeQr }: Pick<TopUpReceipt, 'urlCodeQr'>): string {
  return urlCodeQr.split('#')[1] ?? '';
}
