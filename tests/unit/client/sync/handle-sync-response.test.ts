import { describe, expect, it } from 'vitest';
import { answeredBy, troubleOf } from '#src/client/sync/handle-sync-response.ts';
import { toOpId } from '#src/contract/brands.ts';

const refused = (
  status: number,
  code: 'DEVICE_REVOKED' | 'VALIDATION' | 'TOO_MANY_REQUESTS' | 'CLIENT_TOO_OLD',
) =>
  ({
    kind: 'refused',
    status,
    code,
    message: '',
    fields: {},
    opId: undefined,
    retryAfterMs: 1_000,
  }) as const;

describe('a call of /sync that brought no answer', () => {
  it.each([
    ['network', 'offline'],
    ['timeout', 'offline'],
    ['not-ours', 'offline'],
    ['server', 'busy'],
  ] as const)('unreachable by %s is %s', (reason, kind) => {
    expect(troubleOf({ kind: 'unreachable', reason, retryAfterMs: undefined }).kind).toBe(kind);
  });

  it.each([
    [401, 'DEVICE_REVOKED', 'device'],
    [403, 'VALIDATION', 'device'],
    [429, 'TOO_MANY_REQUESTS', 'busy'],
    [426, 'CLIENT_TOO_OLD', 'busy'],
    [503, 'VALIDATION', 'busy'],
    [400, 'VALIDATION', 'batch'],
  ] as const)('%i %s concerns the %s', (status, code, kind) => {
    expect(troubleOf(refused(status, code)).kind).toBe(kind);
  });
});

describe('one result of a batch', () => {
  it.each(['again', 'unreadable'] as const)('%s settles nothing: the operation is sent again', (state) => {
    expect(answeredBy({ opId: toOpId('a'), state }, 'purchase')).toBeNull();
  });

  it('a purchase or top-up that is accepted without its receipt is not accepted', () => {
    expect(answeredBy({ opId: toOpId('a'), state: 'accepted' }, 'purchase')).toBeNull();
    expect(answeredBy({ opId: toOpId('a'), state: 'accepted' }, 'top-up')).toBeNull();
    expect(answeredBy({ opId: toOpId('a'), state: 'accepted' }, 'acceptance')).toEqual({ state: 'accepted' });
  });
});
