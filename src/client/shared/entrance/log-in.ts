import { callServer } from '#src/client/api/call-server.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { patchAuth } from '#src/client/state/session.ts';
import type { Login, TokenPair } from '#src/contract/accounts/login.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';

/**
 * Calls the server and keeps the session that it gives; the auth state says that it is under way, and what was answered in
 * place of one. `isIn` is false of an answer that is no session too.
 */
export async function logIn(body: Login): Promise<{ isIn: boolean; outcome: Outcome<TokenPair> }> {
  patchAuth({ isLoading: true, error: '' });
  const outcome = await callServer(sessionCalls.logIn, { body });
  patchAuth({ isLoading: false, error: outcome.kind === 'ok' ? '' : failureText(outcome) });
  return { isIn: outcome.kind === 'ok' && signIn(outcome.data), outcome };
}
