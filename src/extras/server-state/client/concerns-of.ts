import { dateTimeText } from '#src/client/shared/dates.ts';
import type { CheckName, ServerState } from '#src/contract/watch/schemas.ts';
import { stateTexts as texts } from '#src/extras/server-state/texts/server-state-texts.ts';

export interface Concern {
  /** `refused`: the operator has to act now; `pending`: soon. */
  kind: 'refused' | 'pending';
  words: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Age of a check that alerts the operator, ms; the alerts of deploy/prometheus use the same. */
const oldest: Record<CheckName, number> = {
  archive: hourMs / 2,
  copy: 2 * dayMs,
  audit: 8 * dayMs,
  drill: 35 * dayMs,
};
const leastFreeBytes = 2e9;

/**
 * Returns the concerns, worst first, or none. A demo runs no checks, so a check that never ran is no concern
 * there.
 */
export function concernsOf(state: ServerState, isDemo: boolean): Concern[] {
  const found = [...checkConcerns(state, isDemo), ...placeConcerns(state), ...saleConcerns(state)];
  return found.sort((a, b) => Number(b.kind === 'refused') - Number(a.kind === 'refused'));
}

function checkConcerns({ asOf, checks, isArchiving }: ServerState, isDemo: boolean): Concern[] {
  const names: CheckName[] = isArchiving ? ['archive', 'copy', 'audit', 'drill'] : ['copy', 'audit', 'drill'];
  return names.flatMap((name): Concern[] => {
    const check = checks[name];
    if (check === null && isDemo) return [];
    if (check?.isOk === false) return [{ kind: 'refused', words: texts.checkWrong[name](check.words) }];
    if (check !== null && Date.parse(asOf) - Date.parse(check.at) <= oldest[name]) return [];
    const isPressing = name === 'archive' || name === 'copy';
    return [{ kind: isPressing ? 'refused' : 'pending', words: texts.checkOld[name] }];
  });
}

function placeConcerns({ asOf, database, process, fold }: ServerState): Concern[] {
  const waiting = process.lanes.some((lane) => lane.waiting > 0) || process.queue > 100;
  return [
    ...(database.freeBytes !== null && database.freeBytes < leastFreeBytes
      ? [{ kind: 'refused' as const, words: texts.diskLow }]
      : []),
    ...(waiting ? [{ kind: 'pending' as const, words: texts.databaseBusy }] : []),
    ...(isOlder(fold.oldestAt, asOf, hourMs) ? [{ kind: 'pending' as const, words: texts.foldOld }] : []),
  ];
}

function saleConcerns({ asOf, openSales, devices }: ServerState): Concern[] {
  const { review, waiting } = openSales;
  const told: Concern[] = [];
  if (review.oldestAt !== null && isOlder(review.oldestAt, asOf, 2 * dayMs))
    told.push({ kind: 'pending', words: texts.reviewOld(dateTimeText(review.oldestAt)) });
  if (waiting.oldestAt !== null && isOlder(waiting.oldestAt, asOf, dayMs))
    told.push({ kind: 'pending', words: texts.waitingOld(dateTimeText(waiting.oldestAt)) });
  if (devices.owing > 0) told.push({ kind: 'pending', words: texts.devicesOwe(devices.owing) });
  if (devices.faulty > 0) told.push({ kind: 'pending', words: texts.devicesFail(devices.faulty) });
  return told;
}

function isOlder(at: string | null, asOf: string, ms: number): boolean {
  return at !== null && Date.parse(asOf) - Date.parse(at) > ms;
}
