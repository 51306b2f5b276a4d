import type { FastifyReply } from 'fastify';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import type { Amount, VoucherId } from '#src/protocol/brands.ts';
import { readTypedCode } from '#src/protocol/voucher-link.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { addressKey } from '#src/server/http/address.ts';
import type { VoucherInPage } from '#src/server/http/page-routes.ts';
import { createThrottle, type Quota, type Quotas } from '#src/server/http/throttle.ts';
import { shownColumns, toShown, type ShownRow } from '#src/server/ledger/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import type { PersonRow } from '#src/server/store/records/people.ts';
import { isoOf } from '#src/server/store/rows.ts';

/**
 * Finds a voucher by uuid for any holder of the link. The short code (40 bits, guessable) works only for a
 * signed-in stall, to which a customer presented it: other staff see short codes in lists and must not open
 * vouchers with them. A short code shared by two vouchers is refused, because it could open another person's.
 */
export async function findVoucher(
  deps: { database: Database; now: () => Date },
  code: string,
  stallId: string | null,
): Promise<Answer<VoucherView>> {
  const scanned = readTypedCode(code);
  if (scanned.kind === 'foreign' || (scanned.kind === 'short-code' && stallId === null))
    return refuse('UNKNOWN_VOUCHER');
  const by = scanned.kind === 'voucher' ? { uuid: scanned.codeQrId } : { shortCode: scanned.code };
  // Taken before the read: a balance dated too early never displaces a receipt.
  const now = deps.now();
  const [row, another] = await readVouchers(deps.database, by);
  if (!row) return refuse('UNKNOWN_VOUCHER');
  if (another) return refuse('AMBIGUOUS_CODE');
  const view = toView(row, now);
  if (stallId === null) return done(view);
  const justPaid = await readHolderPurchase(deps.database, { voucher: row.uuid, stallId, now });
  // The database's transaction count is not shown to every holder of a link.
  const { epoch, position } = row;
  const readAt = { serverTime: now.toISOString(), epoch, position };
  return done({ ...view, readAt, ...(justPaid ? { justPaid } : {}) });
}

/**
 * For this long, ms, a stall is shown the voucher's latest purchase from its holder's phone, which may not have received the answer.
 */
const justPaidMs = 10 * 60_000;

/** Returns the newest valid purchase of this voucher at this stall that its holder made by the link. */
async function readHolderPurchase(
  database: Database,
  { voucher, stallId, now }: { voucher: VoucherId; stallId: string; now: Date },
): Promise<VoucherView['justPaid'] | null> {
  const { rows } = await database.query<NonNullable<VoucherView['justPaid']>>({
    name: 'holder-sale-since',
    text: `select b.amount as price, ${isoOf('b.recorded_at')} as "createAt", b.code as "codeCompra"
      from purchase b join movement m on m.id = b.movement_id
      where b.voucher_id = $1 and b.stall_id = $2 and b.recorded_at >= $3 and m.recorded_by is null
        and not exists (select 1 from purchase_void x where x.purchase_id = b.movement_id)
      order by b.recorded_at desc limit 1`,
    values: [voucher, stallId, new Date(now.getTime() - justPaidMs)],
  });
  return rows[0] ?? null;
}

/**
 * The same for staff. Short codes are counted per account, and unknown ones once more; each is counted before
 * the look-up. Beyond a limit no short code is looked up for the rest of the hour. Too many unknown ones are
 * reported in the market's audit. Returns null when it has sent a refusal.
 */
export function createStaffLookUp(deps: { database: Database; now: () => Date; quotas: Quotas }) {
  const typed = createThrottle(deps.quotas.shortCodes);
  const misses = createThrottle(deps.quotas.shortCodeMisses);
  const reported = new Map<string, number>();
  const reportAgainMs = deps.quotas.shortCodeMisses.seconds * 1000;
  return async (
    by: { person: PersonRow; actor: Actor },
    code: string,
    reply: FastifyReply,
  ): Promise<Answer<VoucherView> | null> => {
    const { person, actor } = by;
    const stallId = actor.userType === 'ESTANTE' ? actor.id : null;
    if (readTypedCode(code).kind !== 'short-code') return findVoucher(deps, code, stallId);
    if (!(await misses.take(actor.id, reply))) {
      const now = deps.now();
      if (now.getTime() - (reported.get(actor.id) ?? -Infinity) < reportAgainMs) return null;
      reported.set(actor.id, now.getTime());
      const subject = { type: person.user_type, id: person.id, name: person.stall_name || person.owner_name };
      const { marketId } = actor;
      const decision = { kind: 'codes-guessed', actor, marketId, subject, recordedAt: now } as const;
      await writeDecision(deps.database, decision);
      return null;
    }
    if (!(await typed.take(actor.id, reply, 'CAMERA_NEEDED'))) {
      await misses.giveBack(actor.id);
      return null;
    }
    const answer = await findVoucher(deps, code, stallId);
    if (answer.ok || answer.code === 'AMBIGUOUS_CODE') await misses.giveBack(actor.id);
    return answer;
  };
}

type VoucherRow = ShownRow &
  Pick<VoucherView, 'clientId' | 'uuid'> & { passed_on: Amount | null; epoch: number; position: number };

/** Returns vouchers with this uuid or short code, newest first, at most two. */
async function readVouchers(
  database: Database,
  by: { uuid: VoucherId } | { shortCode: string },
): Promise<VoucherRow[]> {
  const { rows } = await database.query<VoucherRow>({
    name: 'vouchers',
    text: `select v.id as uuid, ${shownColumns}, json_build_object('_id', c.id, 'ownerName', c.owner_name,
          'identificacion', c.identificacion, 'createAt', ${isoOf('c.created_at')}) as "clientId",
        case when v.closed_as = 'expired' then (select sum(x.amount)::bigint from voucher_change x
          where x.voucher_id = v.id and x.kind = 'expiry') end as passed_on,
        (select max(number) from epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position
      from voucher v join person c on c.id = v.owner_id
      where ($1::uuid is not null and v.id = $1) or ($2::text is not null and v.short_code = $2)
      order by v.created_at desc limit 2`,
    values: 'uuid' in by ? [by.uuid, null] : [null, by.shortCode],
  });
  return rows;
}

function toView(row: VoucherRow, now: Date): VoucherView {
  const { clientId, uuid, passed_on: passedOn } = row;
  return { clientId, uuid, ...toShown(row, now), ...(passedOn === null ? {} : { passedOn }) };
}

/**
 * Returns the voucher of a link for embedding in its page, throttled like the call that it saves. Null leaves
 * the query, and its refusal, to that call.
 */
export function createVoucherInPage(deps: {
  database: Database;
  now: () => Date;
  quota: Quota;
}): VoucherInPage {
  const throttle = createThrottle(deps.quota);
  return async (request) => {
    const code = new URL(request.url, 'http://page').searchParams.get('codeQrId') ?? '';
    if (!/^[0-9a-f-]{36}$/i.test(code) || !(await throttle.tryTake(addressKey(request.ip)))) return null;
    const found = await findVoucher(deps, code, null);
    return found.ok ? found.value : null;
  };
}
