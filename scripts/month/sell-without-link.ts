import { randomUUID } from 'node:crypto';
import { toAmount, toOpId, type OpId } from '#src/contract/brands.ts';
import { newVoucherId } from '#src/server/ledger/ids.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import { settlementOverSql } from '#src/server/sync-over-sql.ts';
import { assignLoss } from '#src/server/sync/settlement/assign.ts';
import { settleSale } from '#src/server/sync/settlement/settle.ts';
import type { MonthDeps, StoryVoucher } from './month-deps.ts';
import type { MonthPeople } from './month-people.ts';
import type { Story } from './story.ts';

/** One enrolled tablet per market; its key signs nothing in this story. */
export async function enrolTablets(deps: MonthDeps, people: MonthPeople): Promise<string[]> {
  const tablets: string[] = [];
  for (const [n, { actor }] of people.markets.entries()) {
    const id = randomUUID();
    await deps.database.query({
      text: `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq,
          head_hash, gaps, last_seen_at)
        values ($1, $2, $3, $4, '', $5, 0, '', 0, '', '[]', $5)`,
      values: [id, id.replaceAll('-', '').slice(0, 16), actor.marketId, `Tableta ${n + 1}`, deps.now()],
    });
    tablets.push(id);
  }
  return tablets;
}

/**
 * An offline sale accepted on a voucher that was spent elsewhere meanwhile: the stall is paid in full, the
 * voucher blocked, and the shortfall stays on the market's overspend account until, half of the times, the
 * guarantee fund bears it.
 */
export async function sellWithoutLink(story: Story, voucher: StoryVoucher): Promise<void> {
  const { deps, people, counts, tablets } = story;
  const market = people.markets[voucher.market];
  const deviceId = tablets[voucher.market];
  if (!market?.actor.marketId || !deviceId) throw new Error('a market of the month has no tablet');
  const settlement = settlementOverSql({ database: deps.database, now: deps.now, onFailure: fail });
  const price = voucher.balance + 100 * deps.world.between(10, 90);
  const estanteId = deps.world.pick(market.stalls).id;
  const body = { userId: voucher.owner, estanteId, codeQrUuid: voucher.uuid, price: toAmount(price) };
  const sale = {
    opId: toOpId(randomUUID()),
    purchaseOpId: toOpId(randomUUID()),
    deviceId,
    seq: counts.overspends + 1,
    contact: 1,
    stallId: estanteId,
    marketId: market.actor.marketId,
    voucherId: voucher.uuid,
    customerId: voucher.owner,
    price,
    occurredAt: deps.now(),
    recordedAt: deps.now(),
    isPaidBefore: false,
    voucherCap: price,
    deviceCap: Number.MAX_SAFE_INTEGER,
  };
  // The journal brings the purchase first: the balance is too small for it.
  const purchase = await recordPurchase(deps, body, estanteId, sale.purchaseOpId);
  if (purchase.kind !== 'refused') throw new Error('a sale without a link was paid as an ordinary one');
  const settled = await settlement.store.inTransaction(async (tx) => {
    await tx.insertAcceptance(sale);
    return settleSale(settlement, tx, { ...sale, bodyHash: purchaseHash(body) }, deps.now());
  });
  if (typeof settled === 'string') throw new Error(`a sale of the month was not settled: ${settled}`);
  counts.overspends += 1;
  if (deps.world.chance() < 0.5) await assign(story, settlement, market.actor, sale.opId);
}

async function assign(
  { deps }: Story,
  settlement: ReturnType<typeof settlementOverSql>,
  manager: Parameters<typeof assignLoss>[1],
  opId: OpId,
): Promise<void> {
  const { rows } = await deps.database.query<{ id: string }>({
    text: 'select id from sale_conflict where op_id = $1',
    values: [opId],
  });
  const issueLink = async () => ({ urlCodeQr: '', expiresAt: null });
  const assigning = { ...settlement, newVoucherId, issueLink };
  const command = { id: rows[0]?.id ?? '', to: 'guarantee' as const, note: 'Cuota del fondo' };
  const assigned = await assignLoss(assigning, manager, command);
  if (!assigned.ok) throw new Error(`an overspend of the month was not assigned: ${assigned.code}`);
}

function fail(error: unknown): never {
  throw error;
}
