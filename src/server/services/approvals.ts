import type { User, UserTarget } from '#src/contract/user.ts';
import type { AccountStatus } from '#src/contract/user-type.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { personColumns, personTables, toUser, type PersonRow } from '#src/server/store/person-row.ts';
import type { Actor } from './actor.ts';
import { done, refuse, type Answer } from './answer.ts';
import { endSessions } from './sessions.ts';

export type ApprovalDeps = { database: Database; now: () => Date };

export function approve(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return change(deps, actor, target, (session, row) => setStatus(session, row, 'APROBADO'));
}

/** Rejecting ends the sessions of the account in the same transaction. */
export function reject(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return change(deps, actor, target, async (session, row) => {
    await endSessions(session, row.id, deps.now());
    return setStatus(session, row, 'RECHAZADO');
  });
}

/** Deleting hides the account and keeps its history. */
export function remove(deps: ApprovalDeps, actor: Actor, target: UserTarget): Promise<Answer<User>> {
  return change(deps, actor, target, async (session, row) => {
    await endSessions(session, row.id, deps.now());
    await session.query({
      name: 'hide-person',
      text: 'update person set visible = false where id = $1',
      values: [row.id],
    });
    return { ...row, visible: false };
  });
}

/** ADMIN decides over every account but its own; a market over its own stalls and top-up points. Others do not exist. */
async function change(
  deps: ApprovalDeps,
  actor: Actor,
  target: UserTarget,
  work: (session: Session, row: PersonRow) => Promise<PersonRow>,
): Promise<Answer<User>> {
  if (target.userType === 'USUARIO' || target.userType === 'PRODUCT') return refuse('NOT_IMPLEMENTED');
  return deps.database.transaction(async (session) => {
    const { rows } = await session.query<PersonRow>({
      name: 'person-for-change',
      text: `select ${personColumns} from ${personTables}
        where p.id::text = $1 and p.user_type = $2 and p.visible for update of p`,
      values: [target.id, target.userType],
    });
    const row = rows[0];
    if (!row || !mayDecide(actor, row)) return refuse('NOT_FOUND');
    if (row.id === actor.id) return refuse('WRONG_STATE');
    return done(toUser(await work(session, row)));
  });
}

function mayDecide(actor: Actor, row: PersonRow): boolean {
  if (actor.userType === 'ADMIN') return true;
  const ofMarket = row.user_type === 'ESTANTE' || row.user_type === 'RECARGA';
  return actor.userType === 'GLOBAL_MARKET' && ofMarket && row.market_id === actor.marketId;
}

async function setStatus(session: Session, row: PersonRow, status: AccountStatus): Promise<PersonRow> {
  await session.query({
    name: 'set-status',
    text: 'update person set status = $2 where id = $1',
    values: [row.id, status],
  });
  return { ...row, status };
}
