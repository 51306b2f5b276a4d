import { healthSchema } from '#src/contract/health.ts';
import { sendRequest } from './send-request.ts';

/** True when our own server answered and echoed the nonce: no captive portal, no cache. */
export async function probeServer(): Promise<boolean> {
  const nonce = crypto.randomUUID();
  const outcome = await sendRequest(
    {
      method: 'GET',
      path: '/health',
      query: { nonce },
      answer: healthSchema,
      signedIn: false,
      timeoutMs: 5_000,
    },
    undefined,
  );
  return outcome.kind === 'ok' && outcome.data.nonce === nonce;
}
