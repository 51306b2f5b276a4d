import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { patchAuth } from '#src/client/state/session.ts';
import type { Login, TokenPair } from '#src/contract/accounts/login.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';

/**
 * Logs in and stores the session. The auth state shows the progress and any error. `isIn` is false also for
 * an answer without a session.
 */
export async function logIn(body: Login): Promise<{ isIn: boolean; outcome: CallAnswer<TokenPair> }> {
  patchAuth({ isLoading: true, error: '' });
  const outcome = await callServer(sessionCalls.logIn, { body });
  patchAuth({ isLoading: false, error: outcome.kind === 'ok' ? '' : failureText(outcome) });
  return { isIn: outcome.kind === 'ok' && signIn(outcome.data), outcome };
}
