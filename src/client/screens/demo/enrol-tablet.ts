import { callServer } from '#src/client/api/call-server.ts';
import { sendRequest } from '#src/client/api/send-request.ts';
import { askToWork } from '#src/client/ask-to-work.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { readAuth } from '#src/client/state/session.ts';
import { demoTexts as texts } from '#src/client/texts/demo/demo-texts.ts';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { todayCalls } from '#src/contract/markets/today.ts';
import type { DemoFacts } from '#src/domain/demo-facts.ts';

/** The visitor never types it, because the tab stays signed in. */
const pin = '258046';

/** Longest wait for the list of balances, ms. A later one arrives while the visitor looks around. */
const longestMs = 10_000;

/** Browsers offer keys only to pages served by https or from this machine. */
export const canEnrol = (): boolean => 'subtle' in crypto;

/**
 * Makes this tab the stall's enrolled tablet, approved by a code of the market, and waits for its list of
 * balances. Returns the reason of a failure, empty on success and where the browser has no keys.
 */
export async function enrolTablet(loadCommands: () => Promise<Commands>, facts: DemoFacts): Promise<string> {
  const { user } = readAuth();
  if (user === null || !canEnrol()) return '';
  const commands = await loadCommands();
  if ((await commands.prepareEnrolment()).enrolment.state !== 'asked') return '';
  const [today, code] = await Promise.all([callServer(todayCalls.readToday), makeCode(facts)]);
  if (today.kind !== 'ok') return failureText(today);
  if (code.kind !== 'ok') return failureText(code);
  const { name, ownerName, marketName, globalMarketId } = today.data;
  const verifier = await commands.choosePin(pin);
  const place = { placeName: name, ownerName, marketName, globalMarketId };
  const failure = await askToWork(commands, {
    name: texts.tablet,
    marketCode: code.data.code,
    operator: { id: user.id, userType: 'ESTANTE', ...place, pin: verifier },
  });
  if (failure === '') await Promise.race([untilListed(), passed(longestMs)]);
  return failure;
}

/** The manager's approval. This tab stays the stall's: the manager's session is used once and not kept. */
async function makeCode({ emails, password }: DemoFacts) {
  const body = { email: emails.market, password, userType: 'GLOBAL_MARKET' as const };
  const manager = await sendRequest(sessionCalls.logIn, { body }, undefined);
  if (manager.kind !== 'ok') return manager;
  return sendRequest(marketCalls.makeMarketCode, { body: { purpose: 'enrol-stall' } }, manager.data.token);
}

async function untilListed(): Promise<void> {
  const { watchOutbox } = await import('#src/client/local/live/live-queries.ts');
  await new Promise<void>((resolve, reject) => {
    const stop = watchOutbox((queries) => queries.device(), '', {
      next: ({ listAsOf }) => {
        if (listAsOf === 0) return;
        stop();
        resolve();
      },
      error: reject,
    });
  });
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
