import { toAmount, type Amount, type MarketId } from '#src/contract/brands.ts';
import type { DeductionCommand } from '#src/contract/markets/deduction.ts';
import {
  payoutSchema,
  type Payout,
  type PayoutCommand,
  type PayoutPage,
  type StallBalance,
} from '#src/contract/markets/cash.ts';
import type { SaidWay } from '#src/contract/markets/payment-way.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/http/actor.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { readSums } from '#src/server/ledger/days/day-sums.ts';
import { releaseRecovered } from '#src/server/ledger/held.ts';
import { randomCode } from '#src/server/ledger/ids.ts';
import { refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { readAccountsOf } from '#src/server/store/people.ts';
import { deductedFact, deductedIn, postPayout } from './post-payout.ts';
import { readWays, wayOf } from './payment-ways.ts';
import { readHeld, readPayouts } from './reads.ts';
import type { CashDeps } from './tills.ts';

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** What is owed to each stall: a stall's own, a market's stalls', ADMIN all. */
export async function listStallBalances(deps: CashDeps, actor: Actor): Promise<StallBalance[]> {
  const marketId = marketScope(actor);
  const id = actor.userType === 'ESTANTE' ? actor.id : null;
  const sums = await readSums(deps.database, deps.timeZone, {
    market: marketId,
    accounts: ['stall'],
    before: null,
  });
  const byStall = new Map<string, Map<string, number>>();
  for (const { owner, movement, total } of sums) {
    const kinds = byStall.get(owner) ?? new Map<string, number>();
    byStall.set(owner, kinds.set(movement, total));
  }
  const stalls = await readAccountsOf(deps.database, 'ESTANTE', { marketId, id });
  const held = await readHeld(
    deps.database,
    stalls.map((stall) => stall.id),
  );
  // Whoever administers a region has no business with accounts.
  const ways =
    actor.userType === 'ADMIN'
      ? new Map<string, SaidWay>()
      : await readWays(
          deps.database,
          stalls.map((stall) => stall.id),
        );
  return stalls.map((stall) => {
    const kinds = byStall.get(stall.id) ?? new Map<string, number>();
    const opening = (kinds.get('opening') ?? 0) + (kinds.get('opening-void') ?? 0);
    return {
      estanteId: stall.id,
      estanteName: stall.stall_name,
      ownerName: stall.owner_name,
      owed: toAmount([...kinds.values()].reduce((sum, total) => sum + total, 0)),
      sold: toAmount(kinds.get('purchase') ?? 0),
      voided: toAmount(-(kinds.get('void') ?? 0)),
      ...(opening === 0 ? {} : { opening: toAmount(opening) }),
      paid: toAmount(-(kinds.get('payout') ?? 0)),
      deducted: toAmount(0 - (kinds.get('deduction') ?? 0) - (kinds.get('deduction-void') ?? 0)),
      held: toAmount(held.get(stall.id) ?? 0),
      payment: wayOf(ways, stall.id),
    };
  });
}

/** A market pays a stall of its own, exactly once and never more than it owes. */
export const payStall: StaffCall<CashDeps, PayoutCommand, Payout> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { estanteId: stall, monto: amount, note = '', deductions = [] } = command;
  const { includeHeld: includesHeld = false } = command;
  return recordStaffOperation(
    deps,
    { kind: 'payout', actor, body: command, opId, receiptSchema: payoutSchema },
    (session, entry) =>
      payOne(session, {
        ...entry,
        market,
        code: `G-${randomCode()}`,
        stall,
        amount,
        deductions,
        note,
        includesHeld,
      }),
    ({ codePago: code, estanteName: name, owed, deductions: made }) => [
      {
        kind: 'stall-paid',
        marketId: market,
        subject: { type: 'ESTANTE', id: stall, name },
        before: { owed: owed + amount + deductedIn(made) },
        after: {
          code,
          monto: amount,
          ...deductedFact(made),
          owed,
          ...(includesHeld ? { includeHeld: true } : {}),
        },
      },
    ],
  );
};

type PayoutEntry = StaffEntry & {
  market: MarketId;
  /** "G-7K4M2QXD" */
  code: string;
  stall: string;
  /** smallest unit shown */
  amount: Amount;
  deductions: readonly DeductionCommand[];
  note: string;
  includesHeld: boolean;
};

/**
 * Pays a stall of the market from its treasury, never more than it is owed: concurrent payouts wait for each other. What
 * is held back stays unless the manager includes it.
 */
async function payOne(session: Session, entry: PayoutEntry): Promise<Outcome<Payout>> {
  const { rows } = await session.query<{ stall_name: string }>({
    name: 'stall-to-pay',
    text: `select stall_name from person where id = $1 and market_id = $2 and user_type = 'ESTANTE'`,
    values: [entry.stall, entry.market],
  });
  const stall = rows[0];
  if (!stall) return refused('UNKNOWN_STALL');
  const { owed, held } = await lockStallDues(session, entry.stall);
  const payable = entry.includesHeld ? owed : owed - held;
  const deducted = deductedIn(entry.deductions);
  if (entry.amount + deducted > payable) return refused('MORE_THAN_OWED', Math.max(0, payable));
  if (entry.includesHeld) await releaseRecovered(session, entry.stall);
  const ways = await readWays(session, [entry.stall]);
  const deductions = await postPayout(session, entry, {
    id: entry.movement,
    reference: entry.op,
    code: entry.code,
    stallId: entry.stall,
    marketId: entry.market,
    amount: entry.amount,
    owedBefore: owed,
    note: entry.note,
    runCode: null,
    way: wayOf(ways, entry.stall).way,
    deductions: entry.deductions,
  });
  return {
    ok: true,
    receipt: {
      codePago: entry.code,
      estanteId: entry.stall,
      estanteName: stall.stall_name,
      monto: entry.amount,
      owed: toAmount(owed - entry.amount - deducted),
      note: entry.note,
      createAt: entry.recordedAt.toISOString(),
      codeRun: '',
      deductions,
    },
  };
}

export function listPayouts(
  deps: CashDeps,
  actor: Actor,
  query: Page & { estanteId?: string | undefined },
): Promise<PayoutPage> {
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  return readPayouts(deps.database, { marketId: marketScope(actor), stallId }, query);
}
