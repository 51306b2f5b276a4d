import type { OfflineStatus, Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';

/**
 * Returns why an operation was not made: the server's sentence, or the rules by which this device withdrew
 * it.
 */
export function refusalMessage({ status }: Operation): string {
  const withdrawal = withdrawalOf(status);
  if (withdrawal === null) return status.message;
  const { reason, most } = withdrawal;
  if (reason === 'BY_PERSON') return offlineTexts.withdrawnByPerson;
  return `${offlineRefusalTexts[reason]} ${mostText(most)}`;
}

/** Returns the amount that the rules allow, in a sentence. `most`: smallest unit shown. */
export function mostText(most: number): string {
  return most > 0 ? offlineTexts.most.network(amountText(most)) : offlineTexts.none;
}

/** Returns why this device withdrew a sale; null when it did not. */
export function withdrawalOf({
  offline,
}: OperationStatus): Extract<OfflineStatus, { kind: 'withdrawn' }> | null {
  return offline?.kind === 'withdrawn' ? offline : null;
}

/** Returns the rule that kept this device from deciding; null when there was none. */
export function offlineRefusalOf({
  offline,
}: OperationStatus): Extract<OfflineStatus, { kind: 'refused' }> | null {
  return offline?.kind === 'refused' ? offline : null;
}
