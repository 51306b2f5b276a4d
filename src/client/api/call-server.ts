import type { AnswerOf, Call } from '#src/contract/call.ts';
import { readAuth } from '#src/client/state/session.ts';
import type { Outcome } from './outcome.ts';
import { renewTokens } from './renew-tokens.ts';
import { sendRequest, type CallInput } from './send-request.ts';

/** The input may be left out where a call needs none. */
type Inputs<C extends Call> = Partial<CallInput<C>> extends CallInput<C> ? [CallInput<C>?] : [CallInput<C>];

/**
 * Makes a call of the table, renewing the access token once when it is refused, and says what came of it. When somebody
 * else has signed in meanwhile it stays refused: nothing that one person did goes out in the name of another.
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
