import { actorOf, depsOf, once } from '#lab/simulation/deeds/staff-calls.ts';
import { saidBy } from '#lab/simulation/papers.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, type MarketId } from '#src/contract/brands.ts';
import type { SheetLines } from '#src/extras/notebook/contract/schemas.ts';
import { bringRows } from '#src/extras/notebook/server/sheets.ts';
import { partOf } from '#src/server/ledger/receipts.ts';

function sheetDeps(world: SimWorld) {
  return { ...depsOf(world), voucherLife: world.server.life };
}

/**
 * Some rows of a notebook: stalls with a balance, or customers with a spendable one. Sometimes the same
 * again.
 */
export async function bringNotebook(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const isOfStalls = dice.chance(0.5);
  const people = isOfStalls
    ? [...ledger.stalls].flatMap(([id, stall]) => (stall.marketId === marketId ? [{ id, name: id }] : []))
    : [...ledger.customers.values()].flatMap(({ customer, mergedInto }) =>
        mergedInto === null && /^\d+$/.test(customer.identificacion)
          ? [{ id: customer.id, name: customer.identificacion }]
          : [],
      );
  if (people.length === 0) return;
  const rows = Array.from({ length: 1 + dice.int(3) }, (_, place) => ({
    ...dice.pick(people),
    row: place + 2,
    amount: toAmount(1_000 * (1 + dice.int(20))),
  }));
  const id = dice.uuid();
  ledger.sheets.set(id, {
    id,
    market: marketId,
    kind: isOfStalls ? 'stalls' : 'customers',
    file_name: 'cuaderno',
    row_count: rows.length,
    amount: toAmount(rows.reduce((sum, { amount }) => sum + amount, 0)),
    created_at: depsOf(world).now(),
  });
  const lines: SheetLines = isOfStalls
    ? { kind: 'stalls', rows: rows.map(({ row, name, amount }) => ({ row, name, ownerName: name, amount })) }
    : {
        kind: 'customers',
        rows: rows.map(({ row, name, amount }) => ({ row, name, identificacion: name, amount })),
      };
  note(world, null, `brings ${rows.length} rows of a notebook`);
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'sheet', operatorId: marketId },
    (opId, { deviceId }) => {
      for (const { row, id: person, amount } of rows)
        world.deeds.set(partOf(opId, String(row)), {
          deviceId,
          voucherId: null,
          amount,
          kind: 'opening',
          operatorId: person,
          marketId,
          of: isOfStalls ? 'stall' : 'customer',
        });
      return bringRows(sheetDeps(world), actorOf(marketId), { id, lines }, opId);
    },
  );
  if (answer?.kind !== 'done') return;
  world.reach('an opening balance from a notebook');
  if (answer.receipt.rows.some(({ status }) => status === 'has-opening'))
    world.reach('an opening balance that stood already');
  await printPapers(world, id);
}

/** A sheet's vouchers are issued, and spent like any. */
async function printPapers(world: SimWorld, sheet: string): Promise<void> {
  const { ledger, voucherLinks } = world.server;
  const makeLink = await voucherLinks();
  for (const { openingId, sheet: of } of ledger.sheetRows.values()) {
    const opening = of === sheet ? ledger.openings.get(openingId ?? '') : undefined;
    const voucher = opening && ledger.vouchers.get(opening.accountId);
    if (!opening || !voucher) continue;
    const { id: voucherId, ownerId, marketId, face } = voucher;
    const expiresAt = voucher.expiresAt === null ? null : new Date(voucher.expiresAt);
    const link = makeLink({ voucherId, ownerId, marketId, face, issuedAt: opening.at, expiresAt });
    const proof = link.split('#')[1] ?? '';
    world.papers.push({ voucherId, ownerId, face, proof, isGenuine: true, ...saidBy(proof, '') });
  }
}
