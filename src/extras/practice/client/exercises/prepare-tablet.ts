import { readSyncStatus } from '#src/client/local/device/server-config.ts';
import { moneyDb } from '#src/client/local/live/browser-money-db.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import { practiceTexts as texts } from '../../texts/practice-texts.ts';
import { placeNames, practiceMarket, type PracticeRole } from '../market/invented.ts';

/** The exercise's text contains the same PIN. */
const pin = '258046';

/**
 * Makes this document a tablet of the practice market with the commands of a real one, and waits until it has
 * keys and balances.
 */
export async function prepareTablet(id: string, userType: PracticeRole): Promise<void> {
  const { browserCommands: commands } = await import('#src/client/browser-commands.ts');
  const chosen = await commands.choosePin(id, pin);
  await commands.finishEnrolment(texts.tablet, {
    id,
    userType,
    ownerName: texts.person,
    placeName: placeNames[userType],
    marketName: texts.marketName,
    globalMarketId: practiceMarket,
    ...chosen,
  });
  requestSync();
  await untilListed();
}

/** Polls, because a live query that awaits this much misses changes. */
async function untilListed(): Promise<void> {
  const { listAsOf } = await readSyncStatus(moneyDb);
  if (listAsOf > 0) return;
  await new Promise((resolve) => setTimeout(resolve, 100));
  await untilListed();
}

/**
 * Calls `onCount` with the number of sales that this tablet has accepted offline, now and after every change.
 */
export async function watchAccepted(onCount: (count: number) => void): Promise<void> {
  const { watchOutbox } = await import('#src/client/local/live/live-queries.ts');
  watchOutbox(
    (queries) => queries.operations(),
    true,
    (operations) => onCount(operations.filter(({ status }) => status.offline?.kind === 'accepted').length),
    () => undefined,
  );
}
