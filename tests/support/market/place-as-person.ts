import type { Commands } from '#src/client/commands/create-commands.ts';
import type { PurchaseIntent } from '#src/operations/purchase/place.ts';
import type { TopUpIntent } from '#src/operations/top-up/place.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { newId } from './stored-operations.ts';

/** A person's input at a counter; omitted fields do not matter to the test. */
export type Placed = { opId?: OpId; operatorId?: string; label?: PurchaseIntent['label'] } & (
  | { kind: 'purchase'; payload: PurchaseIntent['payload'] }
  | { kind: 'top-up'; payload: TopUpIntent['payload'] }
);

/** Places it with a screen's commands, on a voucher that was only scanned; returns its id once stored. */
export async function placeAsPerson(commands: Commands, operatorId: string, placed: Placed): Promise<OpId> {
  const label = { userName: 'luz', estanteName: 'Rosalba' };
  const common = { opId: newId(), operatorId, label, ...placed };
  const result =
    common.kind === 'purchase'
      ? await commands.placePurchase({ ...common, voucher: null })
      : await commands.placeTopUp(common);
  if (result.kind !== 'saved') throw new Error(`nothing was placed: ${JSON.stringify(result)}`);
  return result.opId;
}
