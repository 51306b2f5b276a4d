import { readAuth, endSession } from '#src/client/state/session.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import type { AnswerOf, Call } from '#src/contract/call.ts';
import type { CallAnswer, Unreachable } from './call-answer.ts';
import { sendRequest, type CallInput, operationTimeoutMs } from './send-request.ts';
import { signIn } from './sign-in.ts';

/** Optional for a call that needs no input. */
type Inputs<C extends Call> = Partial<CallInput<C>> extends CallInput<C> ? [CallInput<C>?] : [CallInput<C>];

/**
 * Makes a call of the table, renews a refused access token once, and returns the outcome. If another person
 * has signed in meanwhile the refusal stands, because no operation may be sent in another person's name.
 */
export async function callServer<const C extends Call>(
  call: C,
  ...[given]: Inputs<C>
): Promise<CallAnswer<AnswerOf<C>>> {
  // Omitted only if no field is required.
  const input = (given ?? {}) as CallInput<C> & { signedIn?: boolean };
  const { token, user } = readAuth();
  const isMine = call.isOpen ? input.signedIn === true : true;
  const used = isMine ? token || undefined : undefined;
  const first = await sendRequest(call, input, used);
  const expired = first.kind === 'refused' && first.status === 401 && used !== undefined;
  if (!expired) return first;
  const renewed = await renewTokens(used, user?.id);
  if (renewed.kind === 'unreachable') return renewed;
  return renewed.kind === 'renewed' ? sendRequest(call, input, renewed.token) : first;
}

type Renewal = { kind: 'renewed'; token: string } | { kind: 'refused' } | Unreachable;

/**
 * Renews the pair of `personId` once, in one tab at a time. Returns `refused` when the server ended the
 * session. If another caller or tab renewed while this one waited, the newer token is used and nothing is
 * sent: a token whose successor was used ends the whole family on the server.
 */
async function renewTokens(refusedToken: string, personId: string | undefined): Promise<Renewal> {
  return withLock('auth-refresh', async () => {
    const { token, refreshToken } = readAuth();
    if (!refreshToken) return { kind: 'refused' };
    if (token !== refusedToken) return newerTokenOf(personId);
    const outcome = await sendRequest(
      sessionCalls.renewTokens,
      { body: { refreshToken }, timeoutMs: operationTimeoutMs },
      undefined,
    );
    // The session changed during the call: the newer session stays, and this answer is dropped.
    if (readAuth().refreshToken !== refreshToken) return newerTokenOf(personId);
    if (outcome.kind === 'ok')
      return signIn(outcome.data) ? { kind: 'renewed', token: outcome.data.token } : { kind: 'refused' };
    if (outcome.kind === 'unreachable') return outcome;
    if (outcome.status === 401) {
      endSession();
      return { kind: 'refused' };
    }
    // Refuses the renewal, not the call, which stays to be repeated.
    const { message, retryAfterMs } = outcome;
    return { kind: 'unreachable', reason: 'server', message, retryAfterMs };
  });
}

/** Another caller renewed meanwhile. One person's operation is never sent with another person's token. */
function newerTokenOf(personId: string | undefined): Renewal {
  const { token, user } = readAuth();
  return token !== '' && user?.id === personId ? { kind: 'renewed', token } : { kind: 'refused' };
}

async function withLock<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  // Without Web Locks each tab renews alone, and the server gives both the same successor.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}
