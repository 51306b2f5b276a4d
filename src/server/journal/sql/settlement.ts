import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import type { AcceptedPurchase, Resolution, ConflictLine } from '#src/server/journal/ports/rows.ts';
import type { Session, Statement } from '#src/server/store/database.ts';
import { writeDecision, type Decision } from '#src/server/store/records/decisions.ts';
import { insertRow, updateRow } from '#src/server/store/rows.ts';
import { on } from './on.ts';

const acceptanceColumns = `op_id as "opId", purchase_op_id as "purchaseOpId", device_id as "deviceId", seq, contact,
  stall_id as "stallId", market_id as "marketId", voucher_id as "voucherId", customer_id as "customerId", price,
  is_paid_before as "isPaidBefore", voucher_cap as "voucherCap", device_cap as "deviceCap", occurred_at as "occurredAt", recorded_at as "recordedAt"`;

const conflictColumns = `id, kind, state, reason, op_id as "opId", body_hash as "bodyHash",
  purchase_op_id as "purchaseOpId", market_id as "marketId", stall_id as "stallId", voucher_id as "voucherId",
  customer_id as "customerId", price, missing, device_id as "deviceId", seq, occurred_at as "occurredAt",
  recorded_at as "recordedAt"`;

const waitingVouchers = {
  name: 'waiting-vouchers',
  text: `select distinct c.voucher_id as id from conflict_line c join voucher v on v.id = c.voucher_id
    where c.state = 'waiting' limit $1`,
};
const paidConflicts = {
  name: 'paid-conflicts',
  text: `select c.id from conflict_line c join receipt r on r.op_id = c.purchase_op_id
    where c.state in ('waiting', 'review') and c.kind = 'sale' and r.refusal is null limit $1`,
};

async function idsOf<Id extends string>(session: Session, statement: Statement, most: number): Promise<Id[]> {
  const { rows } = await session.query<{ id: Id }>({ ...statement, values: [most] });
  return rows.map(({ id }) => id);
}

type OpenPurchase = Pick<AcceptedPurchase, 'voucherId' | 'price'>;

export function settlementPort(session: Session) {
  const conflicts = async (
    name: string,
    rest: string,
    value: string | readonly string[],
  ): Promise<ConflictLine[]> =>
    (
      await session.query<ConflictLine>({
        name,
        text: `select ${conflictColumns} from conflict_line where ${rest}`,
        values: [value],
      })
    ).rows;
  return {
    ...on(session, { insertAcceptances, findAcceptances, insertConflict, updateConflict }),
    writeDecision: (decision: Decision) => writeDecision(session, decision),
    /** Fails with 23505 when another operation has accepted the purchase. */
    insertAcceptance: (purchase: AcceptedPurchase) => insertAcceptances(session, [purchase]),
    findAcceptance: async (purchaseOpId: OpId): Promise<AcceptedPurchase | null> =>
      (await findAcceptances(session, [purchaseOpId]))[0] ?? null,
    /** Returns the device's sales with smaller numbers that were open when this one was recorded. */
    openPurchases: async (deviceId: string, contact: number, beforeSeq: number): Promise<OpenPurchase[]> => {
      const { rows } = await session.query<OpenPurchase>({
        name: 'open-sales',
        text: `select voucher_id as "voucherId", price from accepted_purchase
          where device_id = $1 and contact = $2 and seq < $3 and not is_paid_before`,
        values: [deviceId, contact, beforeSeq],
      });
      return rows;
    },
    findConflict: async (opId: OpId) =>
      (await conflicts('conflict-of-operation', 'op_id = $1', opId))[0] ?? null,
    findConflicts: (opIds: readonly OpId[]) =>
      conflicts('conflicts-of-operations', 'op_id = any ($1::text[])', opIds),
    lockConflict: async (id: string) =>
      (await conflicts('lock-conflict', 'id = $1 for update', id))[0] ?? null,
    /** Returns sales that wait for this voucher, oldest first, locked after their devices. */
    lockWaiting: async (voucherId: VoucherId): Promise<ConflictLine[]> => {
      await session.query({
        name: 'lock-waiting-devices',
        text: `select 1 from device where id in
          (select device_id from conflict_line where voucher_id = $1 and state = 'waiting')
          order by id for no key update`,
        values: [voucherId],
      });
      return conflicts(
        'lock-waiting',
        `voucher_id = $1 and state = 'waiting' order by recorded_at, id for update`,
        voucherId,
      );
    },
    /** Returns existing vouchers for which sales wait. */
    waitingVouchers: (most: number) => idsOf<VoucherId>(session, waitingVouchers, most),
    /** Returns lines waiting or in review whose purchase has been paid. */
    paidConflicts: (most: number) => idsOf<string>(session, paidConflicts, most),
  };
}

async function findAcceptances(
  session: Session,
  purchaseOpIds: readonly OpId[],
): Promise<AcceptedPurchase[]> {
  const { rows } = await session.query<AcceptedPurchase>({
    name: 'accepted-sales',
    text: `select ${acceptanceColumns} from accepted_purchase where purchase_op_id = any ($1::text[])`,
    values: [purchaseOpIds],
  });
  return rows;
}

async function insertAcceptances(session: Session, sales: readonly AcceptedPurchase[]): Promise<void> {
  await session.query({
    name: 'insert-accepted-sales',
    text: `insert into accepted_purchase (op_id, purchase_op_id, device_id, seq, contact, stall_id, market_id, voucher_id,
        customer_id, price, is_paid_before, voucher_cap, device_cap, occurred_at, recorded_at)
      select "opId", "purchaseOpId", "deviceId", seq, contact, "stallId", "marketId", "voucherId", "customerId", price,
        "isPaidBefore", "voucherCap", "deviceCap", "occurredAt", "recordedAt"
      from jsonb_to_recordset($1::text::jsonb) as s ("opId" text, "purchaseOpId" text, "deviceId" uuid, seq bigint,
        contact bigint, "stallId" uuid, "marketId" uuid, "voucherId" uuid, "customerId" uuid, price bigint,
        "isPaidBefore" boolean, "voucherCap" bigint, "deviceCap" bigint, "occurredAt" timestamptz, "recordedAt" timestamptz)`,
    values: [JSON.stringify(sales)],
  });
}

const insertConflict = (session: Session, conflict: ConflictLine): Promise<void> =>
  insertRow(session, 'conflict_line', conflict);

function updateConflict(
  session: Session,
  id: string,
  {
    state,
    reason,
    missing,
    resolution,
  }: Pick<ConflictLine, 'state' | 'reason' | 'missing'> & { resolution: Resolution | null },
): Promise<void> {
  const { assignee = null, note = '', at: resolvedAt = null, by: resolvedBy = null } = resolution ?? {};
  const change = { state, reason, missing, assignee, note, resolvedAt, resolvedBy };
  return updateRow(session, 'conflict_line', id, change);
}
