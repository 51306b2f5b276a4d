import type { OpId } from '#src/contract/brands.ts';
import {
  purchaseVoidReceiptSchema,
  type PurchaseVoidCommand,
  type PurchaseVoidReceipt,
} from '#src/contract/money/purchase-history.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import { recordOnce, staffOperation, type StoredAnswer } from '#src/server/ledger/receipts.ts';
import { voidPurchase as postVoid } from '#src/server/ledger/void-purchase.ts';
import type { Database } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';

export type VoidDeps = { database: Database; now: () => Date; timeZone: string };

/** Voids a purchase exactly once: a stall its own of the same day, a market those of its stalls. */
export function voidPurchase(
  deps: VoidDeps,
  actor: Actor,
  command: PurchaseVoidCommand,
  opId: OpId | undefined,
): Promise<StoredAnswer<PurchaseVoidReceipt>> {
  const { once, entry } = staffOperation(deps, actor, 'void', command, opId);
  const market = ownMarket(actor);
  return recordOnce(
    deps.database,
    once,
    (kept) => purchaseVoidReceiptSchema.parse(kept),
    async (session) => {
      const outcome = await postVoid(session, {
        ...entry,
        code: command.codeCompra,
        reason: command.reason,
        stall: actor.userType === 'ESTANTE' ? actor.id : null,
        market,
        timeZone: deps.timeZone,
      });
      if (outcome.ok)
        await writeDecision(session, {
          kind: 'purchase-voided',
          actor,
          marketId: market,
          subject: {
            type: 'PURCHASE',
            id: outcome.receipt.codeCompra,
            name: outcome.receipt.estanteName,
          },
          before: { price: outcome.receipt.price, points: outcome.receipt.points },
          after: { reason: command.reason, nuevoSaldo: outcome.receipt.nuevoSaldo },
          recordedAt: entry.recordedAt,
        });
      return outcome;
    },
  );
}
