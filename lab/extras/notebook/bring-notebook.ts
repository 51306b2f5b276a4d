import { actorOf, depsOf, once } from '#lab/simulation/deeds/staff-calls.ts';
import { saidBy } from '#lab/simulation/papers.ts';
import { note, type SimWorld } from '#lab/simulation/world/world.ts';
import { toAmount, toOpId, type MarketId, type OpId } from '#src/contract/brands.ts';
import type { SheetLines } from '#src/extras/notebook/contract/schemas.ts';
import { bringRows } from '#src/extras/notebook/server/sheets.ts';
import { takeBackSheet } from '#src/extras/notebook/server/take-back.ts';
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
    taken_back_at: null,
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
  if (answer.receipt.rows.some(({ fate }) => fate === 'has-opening'))
    world.reach('an opening balance that stood already');
  await printPapers(world, id);
  // The sheet turns out to be the wrong one, now or after it has been used.
  if (dice.chance(0.5)) await takeNotebookBack(world, marketId);
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

/** A sheet of the market is undone, whatever has happened to it since. */
export async function takeNotebookBack(world: SimWorld, marketId: MarketId): Promise<void> {
  const { dice } = world.trouble;
  const { ledger } = world.server;
  const own = [...ledger.sheets.values()].filter(({ market }) => market === marketId);
  if (own.length === 0) return;
  const { id } = dice.chance(0.3) ? (own[0] ?? dice.pick(own)) : dice.pick(own);
  const openings = [...ledger.sheetRows.values()].flatMap((row) =>
    row.sheet === id && row.openingId !== null ? [row.openingId] : [],
  );
  const answer = await once(
    world,
    { voucherId: null, amount: 0, kind: 'sheet-back', operatorId: marketId },
    (opId: OpId, { deviceId }) => {
      for (const of of openings)
        world.deeds.set(partOf(toOpId(opId), of), {
          deviceId,
          voucherId: null,
          amount: ledger.openings.get(of)?.amount ?? 0,
          kind: 'opening-void',
          operatorId: '',
          marketId,
          of,
        });
      return takeBackSheet(sheetDeps(world), actorOf(marketId), { id }, opId);
    },
  );
  if (answer?.kind !== 'done') return;
  if (answer.receipt.gone > 0) world.reach('opening balances taken back');
  if (answer.receipt.stay > 0) world.reach('an opening balance that stays, spent or paid');
}
