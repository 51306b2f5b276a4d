import type { Outcome } from './outcome.ts';
import { renewTokens } from './renew-tokens.ts';
import { sendRequest, type Request } from './send-request.ts';
import { readAuth } from '#src/client/state/session.ts';

/**
 * Sends one call, renewing the access token once when it is refused, and says what came of it. When somebody else has signed
 * in meanwhile it stays refused: nothing that one person did goes out in the name of another.
 */
export async function call<Data>(request: Request<Data>): Promise<Outcome<Data>> {
  const { token, user } = readAuth();
  const used = request.signedIn ? token || undefined : undefined;
  const first = await sendRequest(request, used);
  const expired = first.kind === 'refused' && first.status === 401 && used !== undefined;
  if (!expired) return first;
  const renewed = await renewTokens(used, user?.id);
  if (renewed.kind === 'unreachable')
    return { kind: 'unreachable', reason: 'network', retryAfterMs: undefined };
  return renewed.kind === 'renewed' ? sendRequest(request, renewed.token) : first;
}
