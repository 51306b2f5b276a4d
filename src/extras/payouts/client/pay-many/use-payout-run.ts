import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';

export const payoutRunKey = (code: string) => ['payout-run', code] as const;

/** Reads a run of payouts, which never changes. */
export function usePayoutRun(code: string) {
  return useRead(payoutRunKey(code), () => callServer(payoutCalls.readPayoutRun, { params: { code } }), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}
