import type { OpId } from '#src/contract/brands.ts';
import type { PurchaseVoidCommand } from '#src/contract/purchases/purchase-history.ts';
import type { CommandPorts } from './ports.ts';

export type VoidedSale = {
  /** The command as sent to the server. */
  command: PurchaseVoidCommand;
  /** As named by the server. */
  purchaseOpIds: readonly OpId[] | undefined;
};

/** Shows on the rows of these purchases what the server voided of them by a call. */
export async function noteVoidedSale(
  { db }: CommandPorts,
  { command, purchaseOpIds = [] }: VoidedSale,
): Promise<void> {
  await db.fates
    .where('opId')
    .anyOf([...purchaseOpIds])
    .modify((status) => {
      if (status.receipt?.kind !== 'purchase') return;
      status.returned =
        command.monto === undefined ? status.receipt.receipt.price : (status.returned ?? 0) + command.monto;
    });
}
