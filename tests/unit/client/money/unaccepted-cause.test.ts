import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { askAfterMs } from '#src/client/local/outbox/unaccepted.ts';
import { causeOf } from '#src/client/money/operation/use-unaccepted.ts';
import { pointPlace, stallPlace } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { phonePlace, type UnacceptedCause } from '#src/client/texts/sync/unaccepted-texts.ts';
import { operation } from '#tests/support/market/operations.ts';
import { newId } from '#tests/support/market/stored-operations.ts';

const now = Date.now();
const causes = (
  status: Partial<OperationStatus>,
  link: 'online' | 'offline' = 'online',
  isSignedIn = true,
) => {
  const one = operation({ status: { confirmedAt: now, ...status } });
  const personId = isSignedIn ? one.envelope?.operatorId : undefined;
  return causeOf(one, { link, personId, now });
};

const places = [phonePlace, stallPlace, pointPlace];
const causeNames = Object.keys(phonePlace.causes) as UnacceptedCause[];

describe('why an operation has no answer', () => {
  it.each<[string, Partial<OperationStatus>, 'online' | 'offline', string]>([
    ['the link is away', {}, 'offline', 'link'],
    ['the last try reached no server and the link is away', { lastError: 'network' }, 'offline', 'link'],
    ['the link is back after a try that reached no server', { lastError: 'network' }, 'online', 'slow'],
    ['it is being sent', { state: 'sending', changedAt: now, lastError: 'network' }, 'online', 'slow'],
    ['the server is busy', { lastError: 'UNAVAILABLE' }, 'online', 'busy'],
    ['the server failed', { lastError: 'server' }, 'online', 'busy'],
    [
      'a busy server is asked again',
      { state: 'sending', changedAt: now, lastError: 'UNAVAILABLE' },
      'online',
      'busy',
    ],
    ['the session ended', { state: 'waiting-sign-in' }, 'offline', 'session'],
    ['it has waited for ten minutes', { confirmedAt: now - askAfterMs - 1 }, 'offline', 'old'],
    ['it was taken back', { offline: { kind: 'voided', opId: newId() } }, 'offline', 'asking'],
    ['a person of the market decides', { state: 'in-review' }, 'online', 'recorded'],
  ])('is told apart: %s', (_why, status, link, cause) => {
    expect(causes(status, link)).toBe(cause);
  });

  it('is the session without a signed-in person, or its age, unless the device sends by its journal', () => {
    expect(causes({}, 'online', false)).toBe('session');
    const here = { offline: { kind: 'deciding' }, confirmedAt: now - askAfterMs - 1 } as const;
    expect(causes(here, 'online', false)).toBe('slow');
  });

  it("promises the link's return only on a device without one", () => {
    const promising = causeNames.filter((cause) =>
      places.some(({ causes: sentences }) => sentences[cause].join(' ').includes('vuelva')),
    );
    expect(promising).toEqual(['link']);
  });
});
