import type { Operation } from '#src/client/local/db/operation.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';

/** Why an operation was not made: the server's sentence, or the rules by which this device withdrew it. */
export function refusalMessage({ status }: Operation): string {
  if (status.offline?.kind !== 'withdrawn') return status.message;
  const { reason, most } = status.offline;
  if (reason === 'BY_PERSON') return offlineTexts.withdrawnByPerson;
  return `${offlineRefusalTexts[reason]} ${most > 0 ? offlineTexts.most(amountText(most)) : offlineTexts.none}`;
}
