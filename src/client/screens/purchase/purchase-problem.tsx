import { RefreshCw } from 'lucide-react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import type { PixelDrawingName } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { PurchaseData } from './use-purchase-data.ts';
import styles from '#src/client/screens/purchase/customer-page.module.css';

interface PurchaseProblemProps {
  /** `incomplete`: the link contains no code. */
  data:
    | Exclude<PurchaseData, { kind: 'ready' | 'balance' | 'loading' | 'unreachable' }>
    | { kind: 'incomplete' };
  onRetry: () => void;
  onLeave: () => void;
}

/** Explains why there is nothing to pay with, and what to do. */
export function PurchaseProblem({ data, onRetry, onLeave }: PurchaseProblemProps) {
  const { drawing, title, note } = problemOf(data);
  return (
    <main className={`pad-16 narrow ${styles.problem}`}>
      <EmptyState
        heading="h1"
        drawing={drawing}
        title={title}
        mustAct
        actions={
          <>
            {data.kind !== 'incomplete' && (
              <Button icon={RefreshCw} onClick={onRetry}>
                {commonTexts.tryAgain}
              </Button>
            )}
            <Button variant={data.kind === 'incomplete' ? 'primary' : 'secondary'} onClick={onLeave}>
              {texts.leave}
            </Button>
          </>
        }
      >
        <p>{note}</p>
      </EmptyState>
    </main>
  );
}

function problemOf(data: PurchaseProblemProps['data']): {
  drawing: PixelDrawingName;
  title: string;
  note: string;
} {
  if (data.kind === 'incomplete')
    return { drawing: 'no-code', title: texts.incompleteTitle, note: texts.incomplete };
  if (data.kind === 'unknown') return { drawing: 'no-code', title: texts.unknownTitle, note: texts.unknown };
  return { drawing: 'basket', title: commonTexts.somethingFailed, note: data.message };
}
