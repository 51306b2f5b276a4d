import { readAuth, endSession } from '#src/client/state/session.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import type { AnswerOf, Call } from '#src/contract/call.ts';
import type { Outcome } from './outcome.ts';
import { sendRequest, type CallInput, operationTimeoutMs } from './send-request.ts';
import { signIn } from './sign-in.ts';

/** The input may be left out where a call needs none. */
type Inputs<C extends Call> = Partial<CallInput<C>> extends CallInput<C> ? [CallInput<C>?] : [CallInput<C>];

/**
 * Makes a call of the table, renews the access token once when it is refused, and returns the outcome. When another
 * person has signed in meanwhile it stays refused: no operation goes out in another person's name.
 */
export async function callServer<const C extends Call>(
  call: C,
  ...[given]: Inputs<C>
): Promise<Outcome<AnswerOf<C>>> {
  // Left out only where nothing of it is required.
  const input = (given ?? {}) as CallInput<C> & { signedIn?: boolean };
  const { token, user } = readAuth();
  const isMine = call.isOpen ? input.signedIn === true : true;
  const used = isMine ? token || undefined : undefined;
  const first = await sendRequest(call, input, used);
  const expired = first.kind === 'refused' && first.status === 401 && used !== undefined;
  if (!expired) return first;
  const renewed = await renewTokens(used, user?.id);
  if (renewed.kind === 'unreachable')
    return { kind: 'unreachable', reason: 'network', retryAfterMs: undefined };
  return renewed.kind === 'renewed' ? sendRequest(call, input, renewed.token) : first;
}

type Renewal = { kind: 'renewed'; token: string } | { kind: 'refused' } | { kind: 'unreachable' };

/**
 * Renews the pair of `personId` once, one tab at a time; `refused` when the server ended the session.
 * Another caller may have renewed while this one waited: then the newer token is taken and nothing is sent,
 * because a refresh token used twice ends the whole family on the server.
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
    // The session changed while the answer was under way: the newer session stays, and the answer is dropped.
    if (readAuth().refreshToken !== refreshToken) return newerTokenOf(personId);
    if (outcome.kind === 'ok')
      return signIn(outcome.data) ? { kind: 'renewed', token: outcome.data.token } : { kind: 'refused' };
    if (outcome.kind === 'refused' && outcome.status === 401) {
      endSession();
      return { kind: 'refused' };
    }
    return { kind: 'unreachable' };
  });
}

/** Another caller renewed meanwhile; one person's operation never goes out with another person's token. */
function newerTokenOf(personId: string | undefined): Renewal {
  const { token, user } = readAuth();
  return token !== '' && user?.id === personId ? { kind: 'renewed', token } : { kind: 'refused' };
}

async function withLock<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  // Without Web Locks each tab renews alone; the server's grace window makes that harmless.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}
