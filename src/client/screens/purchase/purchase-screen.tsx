import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import type { PixelDrawingName } from '#src/client/ui/pixel-drawing.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { Loading } from '#src/client/ui/loading.tsx';
import { CustomerBar } from './customer-bar.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import type { PurchaseData } from './use-purchase-data.ts';
import { usePurchaseData } from './use-purchase-data.ts';
import styles from './purchase.module.css';

/** The page behind the code on the paper: no account, no menu. */
export function PurchaseScreen() {
  const codeQrId = useSearchParams()[0].get('codeQrId') ?? '';
  return (
    <div className={styles.page}>
      <CustomerBar />
      {codeQrId === '' ? (
        <main className={styles.problem}>
          <EmptyState drawing="no-code" title={texts.incompleteTitle} mustAct>
            <p>{texts.incomplete}</p>
          </EmptyState>
        </main>
      ) : (
        <LoadedPurchase key={codeQrId} codeQrId={codeQrId} />
      )}
    </div>
  );
}

function LoadedPurchase({ codeQrId }: { codeQrId: string }) {
  const { data, load } = usePurchaseData(codeQrId);
  const [round, setRound] = useState(0);

  /** Reads the code again and clears what was chosen. */
  async function startOver() {
    await load();
    setRound(round + 1);
  }

  if (data.kind === 'loading')
    return (
      <main>
        <Loading />
      </main>
    );
  if (data.kind === 'ready')
    return <PurchaseForm key={round} voucher={data.voucher} stalls={data.stalls} onStartOver={startOver} />;
  return <PurchaseProblem data={data} onRetry={() => void load()} />;
}

interface PurchaseProblemProps {
  data: Exclude<PurchaseData, { kind: 'ready' | 'loading' }>;
  onRetry: () => void;
}

function PurchaseProblem({ data, onRetry }: PurchaseProblemProps) {
  const navigate = useNavigate();
  const { drawing, title, note } = problemOf(data);
  return (
    <main className={styles.problem}>
      <EmptyState
        drawing={drawing}
        title={title}
        mustAct={data.kind !== 'unreachable'}
        actions={
          <>
            <Button onClick={onRetry}>{texts.reload}</Button>
            <Button variant="secondary" onClick={() => void navigate('/')}>
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
  if (data.kind === 'unknown') return { drawing: 'no-code', title: texts.unknownTitle, note: texts.unknown };
  if (data.kind === 'failed')
    return { drawing: 'basket', title: commonTexts.somethingFailed, note: data.message };
  return { drawing: 'no-signal', title: commonTexts.noConnection, note: texts.offline };
}
