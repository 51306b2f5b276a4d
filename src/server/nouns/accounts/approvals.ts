import type { DecisionKind } from '#src/contract/accounts/decision.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserTarget } from '#src/contract/accounts/user-list.ts';
import { formatMoney } from '#src/domain/money.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { idOfText } from '#src/server/store/records/paging.ts';
import { personColumns, personTables, toUser, type PersonRow } from '#src/server/store/records/people.ts';
import { updateRow } from '#src/server/store/rows.ts';
import { stallNameRefusal, unlessTaken } from './registration-refusals.ts';
import { endSessions } from './sessions.ts';

export type ApprovalDeps = { database: Database; now: () => Date; currencySymbol: string };

type Change = Partial<Pick<PersonRow, 'status' | 'visible' | 'decision_reason'>>;

export function approve(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return decide(deps, actor, target, 'account-approved', { status: 'APROBADO', decision_reason: '' });
}

/** Rejects an account and ends its sessions in the same transaction. The next sign-in shows the reason. */
export function reject(
  deps: ApprovalDeps,
  actor: Actor,
  target: UserTarget & { reason?: string | undefined },
): Promise<Answer<User>> {
  const change = { status: 'RECHAZADO', decision_reason: target.reason ?? '' } as const;
  return decide(deps, actor, target, 'account-rejected', change);
}

/**
 * Hides an account and keeps its history. Refuses if the account holds money or open lines, and lists them.
 */
export function remove(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return decide(deps, actor, target, 'account-deleted', { visible: false });
}

/** Restores a deleted account to its previous status. A rejected account returns to waiting. */
export function restore(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return unlessTaken(() =>
    decide(deps, actor, target, 'account-restored', (row) =>
      row.visible ? { status: 'PENDIENTE', decision_reason: '' } : { visible: true },
    ),
  );
}

/**
 * Runs a decision on an account. ADMIN decides over every account except its own, a market over its own
 * stalls and top-up points. Any other account is not found.
 */
async function decide(
  deps: ApprovalDeps,
  actor: Actor,
  target: UserTarget,
  kind: DecisionKind,
  change: Change | ((row: PersonRow) => Change),
): Promise<Answer<User>> {
  if (target.userType === 'USUARIO' || target.userType === 'PRODUCT') return refuse('NOT_FOUND');
  return deps.database.transaction(async (session) => {
    const row = await lockAccount(session, target);
    const isGone = row?.visible === false;
    if (!row || !mayDecide(actor, row) || (isGone && kind !== 'account-restored')) return refuse('NOT_FOUND');
    const isStanding = row.visible && row.status !== 'RECHAZADO';
    if (row.id === actor.id || (kind === 'account-restored' && isStanding)) return refuse('WRONG_STATE');
    const open = kind === 'account-deleted' ? await readOpenBusiness(session, row) : [];
    if (open.length > 0)
      return refuse('ACCOUNT_HOLDS_MONEY', { reason: openBusinessText(open, deps.currencySymbol) });
    const changed = { ...row, ...(typeof change === 'function' ? change(row) : change) };
    const stands = changed.visible && changed.status !== 'RECHAZADO';
    const refusal =
      stands && !isStanding && row.market_id ? await stallNameRefusal(session, row.market_id, row) : null;
    if (refusal) return refusal;
    const { status, visible, decision_reason: decisionReason } = changed;
    await updateRow(session, 'person', row.id, { status, visible, decisionReason });
    if (changed.status === 'RECHAZADO' || !changed.visible) await endSessions(session, row.id, deps.now());
    await writeDecision(session, {
      kind,
      actor,
      marketId: row.market_id,
      subject: { type: row.user_type, id: row.id, name: row.stall_name || row.owner_name },
      before: factsOf(row),
      after: factsOf(changed),
      recordedAt: deps.now(),
    });
    return done(toUser(changed));
  });
}

/** Returns an account in any state, deleted ones included, locked for a decision. */
export async function lockAccount(session: Session, target: UserTarget): Promise<PersonRow | undefined> {
  const { rows } = await session.query<PersonRow>({
    name: 'person-for-change',
    text: `select ${personColumns} from ${personTables}
      where p.id = $1 and p.user_type = $2 for update of p`,
    values: [idOfText(target.id), target.userType],
  });
  return rows[0];
}

export function mayDecide(actor: Actor, row: PersonRow): boolean {
  if (actor.userType === 'ADMIN') return true;
  const ofMarket = row.user_type === 'ESTANTE' || row.user_type === 'RECARGA';
  return actor.userType === 'GLOBAL_MARKET' && ofMarket && row.market_id === actor.marketId;
}

function factsOf({ status, visible, decision_reason: reason }: PersonRow) {
  return { status, visible, ...(reason === '' ? {} : { reason }) };
}

/** Open business of an account; `amount` in the smallest unit shown. */
type OpenBusiness = {
  what: 'cash' | 'owed' | 'vouchers' | 'clearing' | 'lines' | 'journals';
  amount: number;
};

/**
 * Returns what prevents deleting an account: cash in a till, a stall's balance, lines that wait for a decision. For a
 * market also its customers' vouchers, its balances with other markets, and devices with undelivered operations. Nothing
 * may be left that no person can decide.
 */
async function readOpenBusiness(session: Session, row: PersonRow): Promise<OpenBusiness[]> {
  const { rows } = await session.query<OpenBusiness>(
    row.user_type === 'GLOBAL_MARKET'
      ? {
          name: 'open-business-of-market',
          text: `select 'cash' as what, coalesce(sum(abs(sum)), 0)::bigint as amount from (${sumsOf('cash', 'a.market_id')}) s
            union all select 'owed', coalesce(sum(abs(sum)), 0)::bigint from (${sumsOf('stall', 'a.market_id')}) s
            union all select 'clearing', coalesce(sum(abs(sum)), 0)::bigint from (${sumsOf('clearing', 'a.market_id')}) s
            union all select 'vouchers', coalesce(sum(balance), 0)::bigint from voucher where market_id = $1
            union all select 'lines', count(*) from conflict_line where market_id = $1 and state <> 'resolved'
            union all select 'journals', count(*) from device
              where market_id = $1 and revoked_at is null and (reported_seq > ack_seq or gaps <> '[]')`,
          values: [row.market_id],
        }
      : {
          name: 'open-business-of-person',
          text: `select case when kind = 'cash' then 'cash' else 'owed' end as what, sum as amount
              from (${sumsOf('cash', 'a.owner_id')} union all ${sumsOf('stall', 'a.owner_id')}) s
            union all select 'lines', count(*) from conflict_line where stall_id = $1 and state <> 'resolved'`,
          values: [row.id],
        },
  );
  return rows.filter(({ amount }) => amount !== 0);
}

/** SQL: sum of the ledger accounts of this kind, by owner. */
function sumsOf(kind: string, owner: string): string {
  return `select a.kind, a.owner_id, sum(p.amount)::bigint as sum
    from ledger_account a join posting p on p.account_id = a.id
    where a.kind = '${kind}' and ${owner} = $1 group by a.kind, a.owner_id`;
}

/** "efectivo en caja $57,000, 2 pendientes por decidir" */
function openBusinessText(open: readonly OpenBusiness[], symbol: string): string {
  return open
    .map(({ what, amount }) => textOf[what](amount, formatMoney(Math.abs(amount), symbol)))
    .join(', ');
}

const textOf: Record<OpenBusiness['what'], (count: number, money: string) => string> = {
  cash: (_count, money) => `efectivo en caja ${money}`,
  owed: (_count, money) => `pagos a estantes ${money}`,
  vouchers: (_count, money) => `códigos con saldo ${money}`,
  clearing: (_count, money) => `cuentas con otros mercados ${money}`,
  lines: (count) => (count === 1 ? '1 pendiente por decidir' : `${count} pendientes por decidir`),
  journals: (count) =>
    count === 1
      ? '1 dispositivo con operaciones por enviar'
      : `${count} dispositivos con operaciones por enviar`,
};
