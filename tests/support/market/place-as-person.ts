import type { Commands } from '#src/client/commands/create-commands.ts';
import type { PurchaseIntent, TopUpIntent } from '#src/client/commands/place-purchase.ts';
import type { OpId } from '#src/contract/brands.ts';
import { newId } from './stored-operations.ts';

/** What a person does at a counter; what is left out does not matter to the test. */
export type Placed = { opId?: OpId; operatorId?: string; label?: PurchaseIntent['label'] } & (
  | { kind: 'purchase'; payload: PurchaseIntent['payload'] }
  | { kind: 'top-up'; payload: TopUpIntent['payload'] }
);

/** Places it by the commands that a screen calls, on a voucher that was only scanned; returns its id once it is stored. */
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
