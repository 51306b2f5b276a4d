import { callServer } from '#src/client/api/call-server.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import type { Login, TokenPair } from '#src/contract/accounts/login.ts';
import { sessionCalls } from '#src/contract/calls/session.ts';

/** Calls the server and keeps the session that it gives. `isIn` is false of an answer that is no session too. */
export async function logIn(body: Login): Promise<{ isIn: boolean; outcome: Outcome<TokenPair> }> {
  const outcome = await callServer(sessionCalls.logIn, { body });
  return { isIn: outcome.kind === 'ok' && signIn(outcome.data), outcome };
}
