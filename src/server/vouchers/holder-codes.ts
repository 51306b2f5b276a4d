import type { FastifyReply } from 'fastify';
import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { HolderCodes } from '#src/contract/vouchers/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { whatIsShown, type VoucherAsker } from '#src/domain/voucher/what-is-shown.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { createThrottle, type Quotas } from '#src/server/http/throttle.ts';
import { endOf, voucherState, type VoucherStateRow } from '#src/server/ledger/vouchers.ts';
import { idsOf } from '#src/server/records/people.ts';
import type { Database } from '#src/server/store/database.ts';

const shownAtMost = 100;

type HolderDeps = { database: Database; now: () => Date };

/**
 * Returns what the owner may spend now: on all vouchers of any market, or only on this one, depending on the
 * caller and the voucher's state.
 */
export async function findHolderCodes(
  deps: HolderDeps,
  actor: Actor | null,
  voucherId: VoucherId,
): Promise<Answer<HolderCodes>> {
  const voucher = await readOwned(deps.database, voucherId);
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  return done(await codesShown(deps, askerOf(actor, voucher), voucher));
}

/** Staff of another market count as anonymous holders. */
function askerOf(actor: Actor | null, voucher: OwnedVoucher): VoucherAsker {
  if (!actor) return 'holder';
  return actor.userType === 'ADMIN' || actor.marketId === voucher.market_id ? 'office' : 'holder';
}

/**
 * The same for a holder who types the owner's identification. Misses are counted per voucher, before the
 * comparison. Beyond the limit nothing is compared for the rest of the hour. Returns null when it has sent a
 * refusal. A voucher that no longer pays compares nothing, so that it answers no guess.
 */
export function createNamedHolder(deps: HolderDeps & { quotas: Quotas }) {
  const misses = createThrottle(deps.quotas.identificationMisses);
  return async (
    voucherId: VoucherId,
    identificacion: string,
    reply: FastifyReply,
  ): Promise<Answer<HolderCodes> | null> => {
    const voucher = await readOwned(deps.database, voucherId);
    if (!voucher) return refuse('UNKNOWN_VOUCHER');
    const state = voucherState(voucher, deps.now());
    if (!whatIsShown('named-holder', state).others) return done(await codesShown(deps, 'holder', voucher));
    if (!(await misses.take(voucherId, reply))) return null;
    if (!voucher.documents.some((document) => isSameDocument(document, identificacion)))
      return refuse('IDENTIFICATION_MISMATCH');
    await misses.giveBack(voucherId);
    return done(await codesShown(deps, 'named-holder', voucher));
  };
}

type OwnedVoucher = VoucherStateRow & {
  id: VoucherId;
  market_id: MarketId;
  created_at: Date;
  /** Documents of the owner, and of the customer into whom they were merged. */
  documents: string[];
};

async function readOwned(database: Database, voucherId: VoucherId): Promise<OwnedVoucher | null> {
  const { rows } = await database.query<OwnedVoucher>({
    name: 'voucher-of-holder',
    text: `select v.id, v.market_id, v.balance, v.blocked_at, v.closed_as, v.expires_at, v.created_at,
        array_remove(array[o.identificacion, m.identificacion], null) as documents
      from voucher v join person o on o.id = v.owner_id left join person m on m.id = o.merged_into
      where v.id = $1`,
    values: [voucherId],
  });
  return rows[0] ?? null;
}

async function codesShown(
  { database, now }: HolderDeps,
  asker: VoucherAsker,
  voucher: OwnedVoucher,
): Promise<HolderCodes> {
  const state = voucherState(voucher, now());
  if (whatIsShown(asker, state).others) return readAll(database, voucher.id, now());
  if (state !== 'ACTIVE') return { total: toAmount(0), count: 0, codes: [] };
  const { id, balance } = voucher;
  return { total: balance, count: 1, codes: [toCode(voucher, id)] };
}

type CodeRow = Pick<OwnedVoucher, 'id' | 'balance' | 'created_at' | 'expires_at'>;

async function readAll(database: Database, voucherId: VoucherId, now: Date): Promise<HolderCodes> {
  const { rows } = await database.query<CodeRow & { total: Amount; count: number }>({
    name: 'codes-of-holder',
    text: `select v.id, v.balance, v.created_at, v.expires_at, sum(v.balance) over ()::bigint as total,
        count(v.id) over ()::int as count
      from voucher asked join person o on o.id = asked.owner_id
        join voucher v on v.owner_id = ${idsOf('coalesce(o.merged_into, o.id)')} and v.balance > 0
        and v.blocked_at is null and (v.expires_at is null or v.expires_at > $2)
      where asked.id = $1
      order by v.created_at desc, v.id desc limit $3`,
    values: [voucherId, now, shownAtMost],
  });
  const [first] = rows;
  if (!first) return { total: toAmount(0), count: 0, codes: [] };
  return { total: first.total, count: first.count, codes: rows.map((row) => toCode(row, voucherId)) };
}

function toCode(row: CodeRow, asked: VoucherId): HolderCodes['codes'][number] {
  return {
    monto: row.balance,
    createAt: row.created_at.toISOString(),
    ...endOf(row.expires_at),
    isThis: row.id === asked,
  };
}
