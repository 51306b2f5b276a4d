import type { OfflineStatus, Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';

/** Why an operation was not made: the server's sentence, or the rules by which this device withdrew it. */
export function refusalMessage({ status }: Operation): string {
  const withdrawal = withdrawalOf(status);
  if (withdrawal === null) return status.message;
  const { reason, most } = withdrawal;
  if (reason === 'BY_PERSON') return offlineTexts.withdrawnByPerson;
  return `${offlineRefusalTexts[reason]} ${mostText(most)}`;
}

/** How much the rules would have taken, in a sentence. `most`: smallest unit shown. */
export function mostText(most: number): string {
  return most > 0 ? offlineTexts.most(amountText(most)) : offlineTexts.none;
}

/** Why this device withdrew a sale; null where it did not. */
export function withdrawalOf({
  offline,
}: OperationStatus): Extract<OfflineStatus, { kind: 'withdrawn' }> | null {
  return offline?.kind === 'withdrawn' ? offline : null;
}

/** The rule by which this device did not decide alone; null where no rule forbade it. */
export function offlineRefusalOf({
  offline,
}: OperationStatus): Extract<OfflineStatus, { kind: 'refused' }> | null {
  return offline?.kind === 'refused' ? offline : null;
}
