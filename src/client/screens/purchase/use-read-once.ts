import { useEffect, useEffectEvent, useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { VoucherId } from '#src/protocol/brands.ts';

/** The server's answer to a question about a voucher, asked once; null before it. */
export function useReadOnce<Data>(code: VoucherId, ask: (code: VoucherId) => Promise<CallAnswer<Data>>) {
  const [answer, setAnswer] = useState<CallAnswer<Data> | null>(null);
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    let live = true;
    void onAsk(code).then((read) => live && setAnswer(read));
    return () => {
      live = false;
    };
  }, [code]);
  return answer;
}

/** Points earned by a voucher's purchases, by market; none before the answer and without one. */
export function useHolderPoints(code: VoucherId) {
  const read = useReadOnce(code, (id) => callServer(holderCalls.readHolderPoints, { params: { id } }));
  const markets = read?.kind === 'ok' ? read.data : [];
  return { markets, sum: markets.reduce((sum, { points }) => sum + points, 0) };
}
