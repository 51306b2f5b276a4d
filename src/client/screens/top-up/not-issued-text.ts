import type { Operation } from '#src/client/local/operation.ts';
import { offlineRefusalTexts } from '#src/client/texts/offline-texts.ts';
import { topUpTexts } from '#src/client/texts/top-up-texts.ts';

/** Why a top-up without an answer has no code yet. */
export function notIssuedText({ fate }: Operation): string {
  const why = fate.offline?.kind === 'refused' ? `${offlineRefusalTexts[fate.offline.reason]} ` : '';
  return why + topUpTexts.pendingWarning;
}
