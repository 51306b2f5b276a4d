import { performance } from 'node:perf_hooks';
import { enrolHand } from '#scripts/drill/rehearse-device.ts';
import { toAmount, type VoucherId } from '#src/contract/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { RememberingDevice } from '#tests/support/device/remembering-device.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openSmallMarket, type SmallMarket } from '#tests/support/market/small-market.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { openTestDatabase } from '#tests/support/server/test-database.ts';
import { median } from './measure.ts';

const rounds = 5;
const each = 50;
const price = toAmount(1_000);

/**
 * docs/scale.md: two databases, one per market. A voucher of the first is spent at a stall of the second. The
 * second calls the first like a tablet, with signatures, numbers and seals, and pays its stall under the same
 * operation's key. Every third answer of the first is lost and every third payment is repeated, as after a
 * crash. The debt between the markets must be the same in both.
 */
const [first, second] = [await openTestDatabase(), await openTestDatabase()];
const [home, away] = [await openSmallMarket(first.database), await openSmallMarket(second.database)];
const app = await openTestApp(first.database);
const bridge = new RememberingDevice(await enrolHand(new SignedDevice(app), home));
const bridgeVoucher = await away.issue(2_000_000);
let lost = 0;
let again = 0;

type Sale = ReturnType<typeof writeSale>;

function writeSale(voucher: VoucherId) {
  const { customer, stalls } = home;
  const payload = {
    userId: customer,
    codeQrUuid: voucher,
    price,
    estanteId: stalls[0],
    by: 'stall' as const,
  };
  return bridge.device.write('purchase', payload);
}

async function pay(sale: Sale): Promise<void> {
  const command = {
    userId: away.customer,
    estanteId: away.stalls[0],
    codeQrUuid: bridgeVoucher,
    price,
  };
  const answer = await recordPurchase({ purchases: away.purchases }, command, null, sale.envelope.opId);
  if (answer.kind !== 'done') throw new Error(`the away market did not pay: ${answer.code}`);
}

/** Sells at the away market, this many in one contact. */
async function clear(vouchers: readonly VoucherId[], atOnce: number): Promise<void> {
  for (let at = 0; at < vouchers.length; at += atOnce) {
    const sales = vouchers.slice(at, at + atOnce).map(writeSale);
    await bridge.send(sales);
    // The answer was lost: the outbox sends the same again.
    if ((lost += 1) % 3 === 0) await bridge.send(sales);
    for (const sale of sales) {
      await pay(sale);
      if ((again += 1) % 3 === 0) await pay(sale);
    }
  }
}

async function sellAtHome(market: SmallMarket, vouchers: readonly VoucherId[]): Promise<void> {
  for (const codeQrUuid of vouchers) {
    const command = { userId: market.customer, estanteId: market.stalls[1], codeQrUuid, price };
    await recordPurchase({ purchases: market.purchases }, command, null, undefined);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / each;
}

const times = { home: [] as number[], oneByOne: [] as number[], together: [] as number[] };
for (let round = 0; round <= rounds; round += 1) {
  const vouchers: VoucherId[] = [];
  for (let n = 0; n < each; n += 1) vouchers.push(await home.issue(5_000));
  const one = await timed(() => sellAtHome(home, vouchers));
  const two = await timed(() => clear(vouchers, 1));
  const three = await timed(() => clear(vouchers, each));
  // The first round warms up.
  if (round === 0) continue;
  times.home.push(one);
  times.oneByOne.push(two);
  times.together.push(three);
}

const owedBy = async (market: SmallMarket): Promise<number> => {
  const { rows } = await market.database.query<{ owed: number }>({
    text: `select coalesce(sum(p.amount), 0)::bigint as owed from posting p join ledger_account a on a.id = p.account_id
      where a.kind = 'stall' and a.owner_id = $1`,
    values: [market.stalls[0]],
  });
  return rows[0]?.owed ?? 0;
};
const cleared = (rounds + 1) * each * 2;
const [says, paid] = [await owedBy(home), await owedBy(away)];
const findings = [first, second].map(async ({ database }) => (await auditLedger(database)).findings);
const wrong = (await Promise.all(findings)).flat();
const base = median(times.home);
console.log(
  `Two databases, ${cleared} sales between them, ${Math.floor(lost / 3)} answers lost, ${Math.floor(again / 3)} payments made twice: ` +
    `the home market owes ${says}, the away market paid ${paid} (both ${cleared * price} wanted), ${wrong.length} findings; ` +
    `a sale between them takes ${(median(times.oneByOne) / base).toFixed(1)} times one at home`,
);
reportFigure({
  what: `A sale between two databases, ${each} together, to one at home`,
  figure: median(times.together) / base,
  unit: '',
  wanted: { atMost: 4 },
});
await app.close();
await first.stop();
await second.stop();
if (says !== cleared * price || paid !== says || wrong.length > 0) process.exitCode = 1;
