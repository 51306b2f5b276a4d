import type { User } from '#src/contract/accounts/schemas.ts';
import type { CustomerEdit } from '#src/contract/customers/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import type { Amount } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import {
  identificationRefusal,
  mergedInto,
  unlessTaken,
} from '#src/server/nouns/accounts/registration-refusals.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { idOfText } from '#src/server/store/records/paging.ts';
import {
  idsOf,
  personColumns,
  searchColumns,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import { updateRow } from '#src/server/store/rows.ts';
import { mayChange } from './served.ts';

type CustomerDeps = { database: Database; now: () => Date };

/**
 * Corrects name, identification, phone or email, in a market that has served the customer. The identification is what
 * the owner of a lost voucher shows: a top-up point may not change it, or it could reissue any voucher.
 */
export function editCustomer(deps: CustomerDeps, actor: Actor, command: CustomerEdit): Promise<Answer<User>> {
  return unlessTaken(() =>
    deps.database.transaction(async (session) => {
      const row = await lockCustomer(session, command.id);
      if (!row?.visible) return refuse('UNKNOWN_CUSTOMER');
      if (!(await mayChange(session, actor, row.id))) return refuse('FORBIDDEN');
      const { ownerName: owner_name, identificacion, phone = '', email = row.email } = command;
      if (actor.userType === 'RECARGA' && !isSameDocument(identificacion, row.identificacion))
        return refuse('FORBIDDEN');
      const written = { owner_name, identificacion, phone, email };
      const changed = { ...row, ...written };
      const isSame = isSameDocument(row.identificacion, identificacion);
      const refusal = isSame ? null : await identificationRefusal(session, identificacion, true);
      if (refusal) return refusal;
      const owner = isSame ? null : await mergedInto(session, identificacion);
      if (owner && owner !== row.id) return refuse('IDENTIFICATION_TAKEN');
      await updateRow(session, 'person', row.id, { ...written, ...searchColumns(changed) });
      await writeDecision(session, {
        kind: 'customer-edited',
        actor,
        marketId: actor.marketId,
        subject: { type: 'USUARIO', id: row.id, name: owner_name },
        before: factsOf(row),
        after: factsOf(changed),
        recordedAt: deps.now(),
      });
      return done(toUser(changed));
    }, 'money'),
  );
}

function factsOf({ owner_name: name, identificacion, phone, email }: PersonRow) {
  return { name, identificacion, phone, email };
}

/** Hides a customer who has no balance in any market, counting blocked and expired vouchers. */
export function removeCustomer(deps: CustomerDeps, actor: Actor, id: string): Promise<Answer<User>> {
  return deps.database.transaction(async (session) => {
    const row = await lockCustomer(session, id);
    if (!row?.visible) return refuse('UNKNOWN_CUSTOMER');
    if (!(await mayChange(session, actor, row.id))) return refuse('FORBIDDEN');
    const { rows } = await session.query<{ balance: Amount }>({
      name: 'balance-of-customer',
      text: `select coalesce(sum(balance), 0)::bigint as balance from voucher where owner_id = ${idsOf('$1::uuid')}`,
      values: [row.id],
    });
    const balance = rows[0]?.balance ?? 0;
    if (balance > 0) return refuse('CUSTOMER_HAS_BALANCE', { left: balance });
    return setVisible(deps, session, actor, row, false);
  }, 'money');
}

/** Restores a deleted customer, unless another customer has taken the identification or the email. */
export function restoreCustomer(deps: CustomerDeps, actor: Actor, id: string): Promise<Answer<User>> {
  return unlessTaken(() =>
    deps.database.transaction(async (session) => {
      const row = await lockCustomer(session, id);
      if (!row) return refuse('UNKNOWN_CUSTOMER');
      if (!(await mayChange(session, actor, row.id))) return refuse('FORBIDDEN');
      return row.visible ? refuse('WRONG_STATE') : setVisible(deps, session, actor, row, true);
    }, 'money'),
  );
}

/**
 * Locked against a concurrent change. A top-up that has already read the customer still succeeds: restoring shows the
 * money again.
 */
async function lockCustomer(session: Session, id: string): Promise<PersonRow | undefined> {
  const { rows } = await session.query<PersonRow>({
    name: 'customer-for-change',
    text: `select ${personColumns} from ${personTables}
      where p.id = $1 and p.user_type = 'USUARIO' and p.forgotten_at is null and p.merged_into is null for update of p`,
    values: [idOfText(id)],
  });
  return rows[0];
}

async function setVisible(
  deps: CustomerDeps,
  session: Session,
  actor: Actor,
  row: PersonRow,
  visible: boolean,
): Promise<Answer<User>> {
  await updateRow(session, 'person', row.id, { visible });
  await writeDecision(session, {
    kind: visible ? 'account-restored' : 'account-deleted',
    actor,
    marketId: actor.marketId,
    subject: { type: 'USUARIO', id: row.id, name: row.owner_name },
    before: { visible: row.visible },
    after: { visible },
    recordedAt: deps.now(),
  });
  return done(toUser({ ...row, visible }));
}
