import type { PaperPage, SheetTarget, SlipList } from '#src/extras/notebook/contract/schemas.ts';
import { printEnd } from '#src/extras/notebook/domain/sheet.ts';
import type { Amount, VoucherId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { endOf } from '#src/server/ledger/vouchers.ts';
import { issueFirstCodes } from '#src/server/nouns/accounts/passwords.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readSheet } from './reads.ts';
import type { SheetDeps } from './sheets.ts';

/** Creates slips for all accounts of a sheet that are not open yet. Earlier slips stop working. */
export function makeSlips(deps: SheetDeps, actor: Actor, { id }: SheetTarget): Promise<Answer<SlipList>> {
  const market = ownMarket(actor);
  return deps.database.transaction(async (session) => {
    const sheet = await readSheet(session, market, id);
    if (!sheet) return refuse('NOT_FOUND');
    const { rows } = await session.query<SlipRow>({
      name: 'accounts-for-slips',
      text: `select p.id, p.user_type as "userType", p.email as "userName", p.owner_name as "ownerName",
          coalesce(nullif(p.stall_name, ''), p.owner_name) as name
        from sheet_row r join person p on p.id = r.subject_id
        where r.sheet_id = $1 and r.is_new and p.visible and p.password_hash is null
          and p.user_type = 'ESTANTE'
        order by r.row_number for update of p`,
      values: [id],
    });
    const now = deps.now();
    const { codes, expiresAt } = await issueFirstCodes(
      session,
      rows.map((row) => row.id),
      now,
    );
    await writeDecision(session, {
      kind: 'slips-made',
      actor,
      marketId: market,
      subject: { type: 'SHEET', id, name: sheet.file_name },
      after: { count: rows.length },
      recordedAt: now,
    });
    return done({
      expiresAt: expiresAt.toISOString(),
      slips: rows.map(({ id: personId, ...slip }) => ({ ...slip, code: codes.get(personId) ?? '' })),
    });
  });
}

type SlipRow = { id: string } & Omit<SlipList['slips'][number], 'code'>;

const papersAtOnce = 100;

type PaperRow = Omit<PaperPage['papers'][number], 'urlCodeQr' | 'createAt'> & {
  voucherId: VoucherId;
  ownerId: string;
  face: Amount;
  created_at: Date;
  expires_at: Date | null;
};

/**
 * Returns the unused vouchers of a sheet for printing. Their links can be spent, so only the market that guarantees them
 * gets them, and only for a day.
 */
export async function readPapers(
  deps: SheetDeps,
  actor: Actor,
  { id, after = 0 }: { id: string; after?: number | undefined },
): Promise<Answer<PaperPage>> {
  const marketId = ownMarket(actor);
  const sheet = await readSheet(deps.database, marketId, id);
  if (!sheet) return refuse('NOT_FOUND');
  if (printEnd(sheet.created_at) < deps.now()) return refuse('SHEET_CLOSED');
  const makeLink = await deps.voucherLinks();
  const { rows } = await deps.database.query<PaperRow>({
    name: 'papers-of-sheet',
    text: `select r.row_number as row, c.owner_name as "ownerName", c.identificacion, v.balance as monto,
        v.short_code as "shortCode", v.id as "voucherId", v.owner_id as "ownerId", v.face, v.created_at, v.expires_at
      from sheet_row r join opening_balance g on g.movement_id = r.opening_id join voucher v on v.id = g.account_id
        join person c on c.id = v.owner_id
      where r.sheet_id = $1 and r.row_number > $2 and v.balance = v.face and v.closed_as is null
        and v.blocked_at is null
      order by r.row_number limit $3`,
    values: [id, after, papersAtOnce],
  });
  return done({
    papers: rows.map(({ voucherId, ownerId, face, created_at: issuedAt, expires_at: expiresAt, ...row }) => ({
      ...row,
      urlCodeQr: makeLink({ voucherId, ownerId, marketId, face, issuedAt, expiresAt }),
      createAt: issuedAt.toISOString(),
      ...endOf(expiresAt),
    })),
    next: rows.length === papersAtOnce ? (rows.at(-1)?.row ?? null) : null,
  });
}
