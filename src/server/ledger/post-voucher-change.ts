import type { TopUpReceipt } from '#src/contract/top-up.ts';
import type { VoucherExpiryReceipt } from '#src/contract/voucher-care.ts';
import type { Session } from '#src/server/store/database.ts';
import { accountExists, issueVoucher } from './issue-voucher.ts';
import { marketAccount, postMovement } from './post-movement.ts';
import { refused, type Outcome } from './post-once.ts';

type ChangeEntry = {
  op: string;
  movement: string;
  voucher: string;
  /** the market that issued it, which must be active; null: any, for ADMIN */
  market: string | null;
  actor: string;
  recordedAt: Date;
};

export type ReissueEntry = ChangeEntry & {
  newVoucher: string;
  /** as read on the customer's document */
  identificacion: string;
  makeLink: (facts: {
    voucherId: string;
    ownerId: string;
    /** smallest unit shown */
    face: number;
    issuedAt: Date;
    expiresAt: Date | null;
  }) => string;
};

type Held = {
  owner_id: string;
  market_id: string;
  balance: number;
  expires_at: Date | null;
  owner_name: string;
  identificacion: string;
};

/**
 * A lost voucher: blocked, and what is left on it moved to a new one with the same last day. A voucher that is blocked
 * already is fine: what a void brought back to it is moved the same way.
 */
export async function postReissue(session: Session, entry: ReissueEntry): Promise<Outcome<TopUpReceipt>> {
  const held = await lockVoucher(session, entry);
  if (!held) return refused('UNKNOWN_VOUCHER');
  if (held.identificacion.toLowerCase() !== entry.identificacion.trim().toLowerCase())
    return refused('IDENTIFICATION_MISMATCH');
  if (held.expires_at && held.expires_at <= entry.recordedAt) return refused('VOUCHER_EXPIRED');
  if (held.balance === 0) return refused('VOUCHER_SPENT');
  if (await accountExists(session, entry.newVoucher)) return refused('VOUCHER_EXISTS');
  await issueVoucher(session, {
    id: entry.newVoucher,
    owner: held.owner_id,
    market: held.market_id,
    amount: held.balance,
    expiresAt: held.expires_at,
    recordedAt: entry.recordedAt,
  });
  await postMovement(session, movementOf(entry, 'reissue'), [
    [entry.voucher, -held.balance],
    [entry.newVoucher, held.balance],
  ]);
  await empty(session, entry, held, entry.newVoucher);
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      identification: held.identificacion,
      ownerName: held.owner_name,
      status: true,
      createAt: entry.recordedAt.toISOString(),
      urlCodeQr: entry.makeLink({
        voucherId: entry.newVoucher,
        ownerId: held.owner_id,
        face: held.balance,
        issuedAt: entry.recordedAt,
        expiresAt: held.expires_at,
      }),
      message: 'Código creado correctamente',
      monto: held.balance,
      uuid: entry.newVoucher,
    },
  };
}

/** What is left on a voucher past its last day becomes the market's. */
export async function postExpiry(
  session: Session,
  entry: ChangeEntry,
): Promise<Outcome<VoucherExpiryReceipt>> {
  const held = await lockVoucher(session, entry);
  if (!held) return refused('UNKNOWN_VOUCHER');
  if (!held.expires_at || held.expires_at > entry.recordedAt) return refused('VOUCHER_NOT_EXPIRED');
  if (held.balance === 0) return refused('VOUCHER_SPENT');
  const breakage = await marketAccount(session, 'breakage', held.market_id);
  await postMovement(session, movementOf(entry, 'expiry'), [
    [entry.voucher, -held.balance],
    [breakage, held.balance],
  ]);
  await empty(session, entry, held, null);
  const { voucher: uuid, recordedAt } = entry;
  return { ok: true, receipt: { uuid, monto: held.balance, createAt: recordedAt.toISOString() } };
}

function movementOf(entry: ChangeEntry, kind: 'reissue' | 'expiry') {
  return { id: entry.movement, kind, op: entry.op, recordedBy: entry.actor, recordedAt: entry.recordedAt };
}

/** The row stays locked: no purchase takes from it until this transaction ends. */
async function lockVoucher(session: Session, entry: ChangeEntry): Promise<Held | undefined> {
  const { rows } = await session.query<Held>({
    name: 'voucher-to-change',
    text: `select v.owner_id, v.market_id, v.balance, v.expires_at, c.owner_name, c.identificacion
      from voucher v join person c on c.id = v.owner_id
      where v.id = $1 and ($2::uuid is null or (v.market_id = $2 and exists
        (select 1 from person g where g.id = v.market_id and g.status = 'APROBADO' and g.visible)))
      for update of v`,
    values: [entry.voucher, entry.market],
  });
  return rows[0];
}

/** Balance to 0, as the movement says; a reissued voucher is blocked, also for what a void may bring back later. */
async function empty(
  session: Session,
  entry: ChangeEntry,
  held: Held,
  newVoucher: string | null,
): Promise<void> {
  await session.query({
    name: 'empty-voucher',
    text: `with emptied as (
        update voucher set balance = 0,
          blocked_at = case when $4::uuid is null then blocked_at else coalesce(blocked_at, $6::timestamptz) end
        where id = $3
      )
      insert into voucher_change (movement_id, kind, voucher_id, new_voucher_id, market_id, amount, recorded_at)
      values ($1, $2, $3, $4, $5, $7, $6)`,
    values: [
      entry.movement,
      newVoucher === null ? 'expiry' : 'reissue',
      entry.voucher,
      newVoucher,
      held.market_id,
      entry.recordedAt,
      held.balance,
    ],
  });
}
