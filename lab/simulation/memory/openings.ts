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
};
export type MemorySheetRow = {
  sheet: string;
  row: number;
  subject: string;
  openingId: string | null;
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
 * The statements that post a sheet's opening balances. The accounts that a sheet creates are tested
 * on PostgreSQL: here all exist.
 */
export function openingStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const rowsOf = (sheet: unknown) => [...ledger.sheetRows.values()].filter((row) => row.sheet === sheet);
  const standing = (market: unknown) =>
    [...ledger.openings].filter(([, opening]) => opening.marketId === market);
  return {
    'lock-market-for-sheets': () => one,
    'lock-openings': () => one,
    'like-user-names': nobody,
    'sheet-of-market': ([id, market]) => {
      const sheet = ledger.sheets.get(String(id));
      return sheet && sheet.market === market ? [sheet] : [];
    },
    'rows-that-came': ([id]) =>
      rowsOf(id).map(({ row, openingId }) => ({
        row_number: row,
        amount: ledger.openings.get(openingId ?? '')?.amount ?? 0,
      })),
    'stalls-by-name': ([market]) =>
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
    'insert-sheet-rows': ([sheet, rows, subjects, , openings]) => {
      for (const [place, row] of (rows as number[]).entries())
        log.set(ledger.sheetRows, `${String(sheet)} ${row}`, {
          sheet: String(sheet),
          row,
          subject: (subjects as string[])[place] ?? '',
          openingId: (openings as (string | null)[])[place] ?? null,
        });
      return one;
    },
  };
}
