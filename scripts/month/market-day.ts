import { randomUUID } from 'node:crypto';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { listTills } from '#src/server/nouns/cash/tills.ts';
import { redeem } from '#src/server/nouns/points/rewards.ts';
import { voidPurchase, recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { recordTopUp } from '#src/server/nouns/topups/top-ups.ts';
import { block, reissue } from '#src/server/nouns/vouchers/changes.ts';
import { emptyTill } from './close-the-day.ts';
import type { StoryVoucher } from './month-deps.ts';
import { giveBack, joinPapers, undoIfWrong } from './put-right.ts';
import { sellWithoutLink } from './sell-without-link.ts';
import type { Story } from './story.ts';

/** Maximum purchases per statement. */
const batchSize = 200;
const minute = 60_000;
/** Size of an ordinary top-up; an ordinary purchase is a fifth of it. */
const topUpStep = 5_000;

/** One day: people top up, buy, change their minds, redeem, lose vouchers. `opensAt` in milliseconds. */
export async function liveThroughDay(story: Story, opensAt: number, purchases: number): Promise<void> {
  const { deps } = story;
  deps.world.goTo(opensAt);
  const bought: { code: string; voucher: StoryVoucher; price: number; stall: string; market: number }[] = [];
  for (let left = purchases, batch = 0; left > 0; batch += 1) {
    deps.world.goTo(opensAt + batch * 20 * minute);
    const size = Math.min(batchSize, left);
    await topUpUntil(story, size * 2);
    const sold = await buy(story, size);
    bought.push(...sold);
    left -= sold.length;
  }
  for (let n = 0; n < purchases / 100; n += 1) {
    const one = bought.splice(deps.world.between(0, bought.length - 1), 1)[0];
    if (one) await takeBack(story, one);
  }
  for (let n = 0; n < purchases / 200; n += 1) await redeemSome(story);
  for (let n = 0; n < purchases / 400; n += 1) await loseOne(story);
  for (let n = 0; n < purchases / 200; n += 1) await joinTwo(story);
  for (const voucher of takeVouchers(story, Math.min(3, Math.floor(purchases / 20))))
    await giveBack(story, voucher);
  for (const voucher of takeVouchers(story, Math.ceil(purchases / 1_000)))
    await sellWithoutLink(story, voucher);
}

/** Tops up until this many vouchers can be spent. */
async function topUpUntil(story: Story, wanted: number): Promise<void> {
  const { deps, people, vouchers } = story;
  while (vouchers.length < wanted) {
    deps.world.goTo(Date.now() + deps.world.between(100, 1_500));
    const market = deps.world.between(0, people.markets.length - 1);
    const { made, pointId } = await topUp(story, { market, owner: deps.world.pick(people.customers) });
    if (!(await undoIfWrong(story, made, pointId))) vouchers.push(made);
  }
}

async function topUp(
  story: Story,
  { market, owner }: Pick<StoryVoucher, 'market' | 'owner'>,
): Promise<{ made: StoryVoucher; pointId: string }> {
  const { deps, people, counts } = story;
  const point = deps.world.pick(people.markets[market]?.points ?? []);
  const monto = topUpStep * deps.world.between(2, 18);
  const uuid = toVoucherId(randomUUID());
  const ask = () =>
    recordTopUp(
      deps,
      { monto: toAmount(monto), uuid, clientId: owner },
      { id: point.id, marketId: ownMarket(point) },
      toOpId(randomUUID()),
    );
  let answer = await ask();
  if (answer.kind === 'refused' && answer.code === 'TILL_FULL') {
    await makeRoom(story, market, point);
    answer = await ask();
  }
  if (answer.kind !== 'done') throw new Error(`a top-up of the month was refused: ${answer.code}`);
  counts.topUps += 1;
  return { made: { uuid, issuedBy: answer.receipt._id, owner, market, balance: monto }, pointId: point.id };
}

/** The till is full before the end of the day: a person of the market comes and receives its cash. */
async function makeRoom(story: Story, market: number, point: Actor): Promise<void> {
  const manager = story.people.markets[market]?.actor;
  const [till] = await listTills(story.deps, point);
  if (!manager || !till) throw new Error('a full till of the month has no market');
  await emptyTill(story, manager, till, till.expected);
}

/** A customer with a voucher tops up again, and wants to join both. */
async function joinTwo(story: Story): Promise<void> {
  const [first] = takeVouchers(story, 1);
  if (!first) return;
  const { made } = await topUp(story, first);
  await joinPapers(story, [first, made], await documentOf(story, first.owner));
}

async function documentOf({ deps }: Story, owner: string): Promise<string> {
  const { rows } = await deps.database.query<{ identificacion: string }>({
    text: 'select identificacion from person where id = $1',
    values: [owner],
  });
  return rows[0]?.identificacion ?? '';
}

/** One batch, each with a separate voucher; one in a hundred exceeds the balance. */
async function buy(story: Story, size: number) {
  const { deps, people, counts } = story;
  const chosen = takeVouchers(story, size);
  const sales = chosen.map((voucher) => {
    const isHome = deps.world.chance() < 0.85;
    const market = isHome ? voucher.market : deps.world.between(0, people.markets.length - 1);
    const stall = deps.world.pick(people.markets[market]?.stalls ?? []).id;
    const isGreedy = deps.world.chance() < 0.01;
    const wanted = 100 * deps.world.between(5, 180);
    const price = isGreedy ? voucher.balance + wanted : Math.min(voucher.balance, wanted);
    return { voucher, market, stall, price, op: toOpId(randomUUID()) };
  });
  const answers = await Promise.all(
    sales.map(({ voucher, stall, price, op }) =>
      recordPurchase(
        deps,
        { userId: voucher.owner, estanteId: stall, codeQrUuid: voucher.uuid, price: toAmount(price) },
        stall,
        op,
      ),
    ),
  );
  const bought = [];
  for (const [n, answer] of answers.entries()) {
    const sale = sales[n];
    if (!sale) continue;
    if (answer.kind === 'done') {
      sale.voucher.balance -= sale.price;
      if (answer.receipt.nuevoSaldo !== sale.voucher.balance)
        throw new Error(`${answer.receipt.codeCompra} left ${answer.receipt.nuevoSaldo}`);
      counts.purchases += 1;
      bought.push({ ...sale, code: answer.receipt.codeCompra });
    } else if (answer.code === 'INSUFFICIENT_BALANCE') counts.refused += 1;
    else throw new Error(`a purchase of the month was refused: ${answer.code}`);
    if (sale.voucher.balance > 0) story.vouchers.push(sale.voucher);
  }
  return bought;
}

function takeVouchers(story: Story, size: number): StoryVoucher[] {
  const { vouchers, deps } = story;
  const chosen: StoryVoucher[] = [];
  while (chosen.length < size) {
    const at = deps.world.between(0, vouchers.length - 1);
    const last = vouchers.pop();
    if (!last) throw new Error('no voucher is left to buy with');
    const picked = at < vouchers.length ? vouchers[at] : last;
    if (at < vouchers.length) vouchers[at] = last;
    if (picked) chosen.push(picked);
  }
  return chosen;
}

async function takeBack(
  story: Story,
  sale: { code: string; voucher: StoryVoucher; price: number; stall: string; market: number },
): Promise<void> {
  const { deps, people, counts, vouchers } = story;
  const market = people.markets[sale.market];
  const stall = market?.stalls.find(({ id }) => id === sale.stall);
  const actor = deps.world.chance() < 0.7 ? stall : market?.actor;
  if (!actor) throw new Error('a stall of the month is gone');
  const command = { codeCompra: sale.code, reason: 'Producto equivocado' };
  const answer = await voidPurchase(deps, actor, command, toOpId(randomUUID()));
  if (answer.kind !== 'done') throw new Error(`a void of the month was refused: ${answer.code}`);
  counts.voids += 1;
  if (sale.voucher.balance === 0) vouchers.push(sale.voucher);
  sale.voucher.balance += sale.price;
}

async function redeemSome(story: Story): Promise<void> {
  const { deps, people, counts, vouchers } = story;
  const n = deps.world.between(0, people.markets.length - 1);
  const market = people.markets[n];
  if (!market) return;
  const owner = deps.world.pick(people.customers);
  const command = { clientId: owner, pointsId: deps.world.pick(market.rewards) };
  const answer = await redeem(deps, deps.world.pick(market.points), command, toOpId(randomUUID()));
  if (answer.kind !== 'done') {
    if (answer.code !== 'NOT_ENOUGH_POINTS') throw new Error(`a redemption was refused: ${answer.code}`);
    counts.refused += 1;
    return;
  }
  counts.redemptions += 1;
  const { recarga } = answer.receipt;
  if (recarga)
    vouchers.push({
      uuid: recarga.uuid,
      issuedBy: recarga._id,
      owner,
      market: n,
      balance: recarga.monto,
    });
}

/** Lost vouchers: most are reissued, some are only blocked. */
async function loseOne(story: Story): Promise<void> {
  const { deps, people, counts, vouchers } = story;
  const [lost] = takeVouchers(story, 1);
  const actor = people.markets[lost?.market ?? 0]?.actor;
  if (!lost || !actor) return;
  if (deps.world.chance() < 0.2) {
    await block(deps, actor, { id: lost.issuedBy, reason: 'Perdido' });
    counts.blocks += 1;
    return;
  }
  const newUuid = toVoucherId(randomUUID());
  const identificacion = await documentOf(story, lost.owner);
  const command = { id: lost.issuedBy, newUuid, identificacion };
  const answer = await reissue(deps, actor, command, toOpId(randomUUID()));
  if (answer.kind !== 'done') throw new Error(`a reissue of the month was refused: ${answer.code}`);
  counts.reissues += 1;
  vouchers.push({ ...lost, uuid: newUuid, issuedBy: answer.receipt._id });
}
