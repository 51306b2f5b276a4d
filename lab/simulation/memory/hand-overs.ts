import type { DifferenceAnswer } from '#src/contract/cash/till-hand-over.ts';
import { one, type Handlers } from './handlers.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

export type MemoryHandOver = {
  id: string;
  point: string;
  market: string;
  code: string;
  amount: number;
  /** Person who declared it. */
  by: string;
  isTakenBack: boolean;
  received: { id: string; counted: number; answers: DifferenceAnswer | null } | null;
};

/** Statements about hand-overs and their receipts. */
export function handOverStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const change = (row: MemoryHandOver | undefined, patch: Partial<MemoryHandOver>): object[] => {
    if (row) log.set(ledger.handOvers, row.id, { ...row, ...patch });
    return one;
  };
  const find = (id: unknown): MemoryHandOver | undefined => ledger.handOvers.get(String(id));
  return {
    'insert-till-hand-over': ([id, point, market, code, amount]) => {
      const row: MemoryHandOver = {
        id: String(id),
        point: String(point),
        market: String(market),
        code: String(code),
        amount: Number(amount),
        by: ledger.movements.get(String(id))?.by ?? '',
        isTakenBack: false,
        received: null,
      };
      log.set(ledger.handOvers, row.id, row);
      return one;
    },
    'insert-till-hand-over-void': ([, handOver]) => change(find(handOver), { isTakenBack: true }),
    'insert-till-receipt': ([id, handOver, , , , counted, answers]) =>
      change(find(handOver), {
        received: {
          id: String(id),
          counted: Number(counted),
          answers: answers as DifferenceAnswer | null,
        },
      }),
    'insert-till-difference': ([, receipt, , , , answers]) => {
      for (const row of ledger.handOvers.values()) {
        const { received } = row;
        if (received && received.id === receipt)
          change(row, { received: { ...received, answers: answers as DifferenceAnswer } });
      }
      return one;
    },
    'point-of-hand-over': ([id, market]) => {
      const row = find(id);
      return row && row.market === market ? [{ point: row.point }] : [];
    },
    'hand-over-state': ([id]) => {
      const row = find(id);
      if (!row) return [];
      const { code, amount, point, by, isTakenBack, received } = row;
      const { id: receipt = null, counted = null, answers = null } = received ?? {};
      return [{ code, amount, ownerName: point, by, is_void: isTakenBack, receipt, counted, answers }];
    },
  };
}
