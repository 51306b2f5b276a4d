import type { Amount, MarketId } from '#src/contract/brands.ts';
import type { Handlers } from './handlers.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

export type MemorySheet = {
  id: string;
  market: MarketId;
  kind: 'stalls' | 'customers';
  file_name: string;
  row_count: number;
  amount: Amount;
  created_at: Date;
  taken_back_at: Date | null;
};
export type MemorySheetRow = {
  sheet: string;
  row: number;
  subject: string;
  openingId: string | null;
  fate: string | null;
};
export type MemoryOpening = {
  accountId: string;
  personId: string;
  marketId: string;
  amount: Amount;
  at: Date;
};

const one = [{}];
const nobody = (): object[] => [];

/**
 * The statements that post and void a sheet's opening balances. The accounts that a sheet creates are tested
 * on PostgreSQL: here all exist.
 */
export function openingStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const rowsOf = (sheet: unknown) => [...ledger.sheetRows.values()].filter((row) => row.sheet === sheet);
  const standing = (market: unknown) =>
    [...ledger.openings].filter(
      ([id, opening]) => opening.marketId === market && !ledger.voidedOpenings.has(id),
    );
  return {
    'lock-market-for-sheets': () => one,
    'lock-openings': () => one,
    'lock-people-of-sheet': () => one,
    'like-user-names': nobody,
    'hide-people-of-sheet': nobody,
    'hide-products-of-people': nobody,
    'sheet-of-market': ([id, market]) => {
      const sheet = ledger.sheets.get(String(id));
      return sheet && sheet.market === market ? [sheet] : [];
    },
    'take-back-sheet': ([id, at]) => {
      const sheet = ledger.sheets.get(String(id));
      if (sheet) log.set(ledger.sheets, sheet.id, { ...sheet, taken_back_at: at as Date });
      return one;
    },
    'rows-that-came': ([id]) =>
      rowsOf(id).map(({ row, openingId }) => ({
        row_number: row,
        amount: ledger.openings.get(openingId ?? '')?.amount ?? 0,
      })),
    'places-by-name': ([market]) =>
      [...ledger.stalls].flatMap(([id, stall]) => (stall.marketId === market ? [{ id, name: id }] : [])),
    'customers-by-document': ([numbers]) =>
      [...ledger.customers.values()].flatMap(({ customer, mergedInto }) =>
        mergedInto === null && (numbers as string[]).includes(customer.identificacion)
          ? [{ id: customer.id, key: `CC ${customer.identificacion}` }]
          : [],
      ),
    'standing-openings': ([market, ids]) => [
      {
        standing: standing(market).reduce((sum, [, { amount }]) => sum + amount, 0),
        people: standing(market).flatMap(([, { personId }]) => {
          const person = ledger.customers.get(personId)?.mergedInto ?? personId;
          return (ids as string[]).includes(person) ? [person] : [];
        }),
      },
    ],
    'insert-opening': ([id, accountId, personId, marketId, amount, at]) => {
      const opening = { accountId, personId, marketId, amount, at } as MemoryOpening;
      log.set(ledger.openings, String(id), opening);
      return one;
    },
    'insert-opening-void': ([id, openingId]) => {
      log.set(ledger.voidedOpenings, String(openingId), String(id));
      return one;
    },
    'insert-sheet-rows': ([sheet, rows, subjects, , openings]) => {
      for (const [place, row] of (rows as number[]).entries())
        log.set(ledger.sheetRows, `${String(sheet)} ${row}`, {
          sheet: String(sheet),
          row,
          subject: (subjects as string[])[place] ?? '',
          openingId: (openings as (string | null)[])[place] ?? null,
          fate: null,
        });
      return one;
    },
    'rows-to-take-back': ([id]) =>
      rowsOf(id)
        .filter(({ fate }) => fate === null)
        .map(({ row, subject, openingId }) => {
          const opening = ledger.openings.get(openingId ?? '');
          const { amount = 0, accountId = null, at: postedAt = null } = opening ?? {};
          return { row, subject, isNew: false, openingId, amount, accountId, postedAt };
        }),
    'touched-places': ([ids, posted]) =>
      (ids as string[]).map((id, place) => ({
        id,
        hasSignedIn: true,
        hasSold: true,
        isEdited: false,
        hasMore: false,
        isPaid: isPaidSince(ledger, id, (posted as (Date | null)[])[place] ?? null),
      })),
    'touched-customers': nobody,
    'write-row-fates': ([sheet, rows, fates]) => {
      for (const [place, row] of (rows as number[]).entries()) {
        const known = ledger.sheetRows.get(`${String(sheet)} ${row}`);
        const fate = (fates as string[])[place] ?? null;
        if (known) log.set(ledger.sheetRows, `${known.sheet} ${row}`, { ...known, fate });
      }
      return one;
    },
  };
}

function isPaidSince(ledger: MemoryLedger, stall: string, since: Date | null): boolean {
  if (since === null) return false;
  return [...ledger.movements.values()].some(
    ({ id, kind, legs }) =>
      kind === 'payout' &&
      (ledger.movedAt.get(id) ?? 0) >= since.getTime() &&
      legs.some(({ account }) => account.kind === 'stall' && account.ownerId === stall),
  );
}
