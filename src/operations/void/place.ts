import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { OpId } from '#src/protocol/brands.ts';

/** Shows on a purchase's row that the server voided it by a call. */
export async function noteVoidedPurchase({ db }: CommandPorts, purchaseOpId: OpId): Promise<void> {
  await db.statuses.update(purchaseOpId, { isVoided: true });
}
