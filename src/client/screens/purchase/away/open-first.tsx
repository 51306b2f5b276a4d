import { type ReactNode, lazy, useState } from 'react';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { useAnswer } from '#src/client/money/operation/use-answer.ts';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';

/** Cached with the outbox: only a phone on which a stall was chosen holds it. */
const PurchaseResult = lazy(() =>
  import('../purchase-result.tsx').then((m) => ({ default: m.PurchaseResult })),
);

interface OpenFirstProps {
  codeQrId: VoucherId;
  onRetry: () => Promise<void>;
  onLeave: () => void;
  children: ReactNode;
}

/**
 * While this phone has an open purchase on the voucher, only that is shown, and nothing invites another one.
 */
export function OpenFirst({ codeQrId, onRetry, onLeave, children }: OpenFirstProps) {
  const open = useOpenPurchase(codeQrId);
  const [placed, setPlaced] = useState<OpId | null>(null);
  const found = open?.status.opId ?? null;
  if (placed === null && found !== null) setPlaced(found);
  const answer = useAnswer(placed);
  if (placed === null && open === null) return children;
  if (answer.kind === 'none' || answer.kind === 'asking')
    return (
      <main>
        <Loading />
      </main>
    );
  return (
    <Optional>
      <PurchaseResult
        purchase={{ answer, refusal: '', stall: null }}
        onLeave={onLeave}
        onStartOver={async () => {
          await onRetry();
          setPlaced(null);
        }}
      />
    </Optional>
  );
}
