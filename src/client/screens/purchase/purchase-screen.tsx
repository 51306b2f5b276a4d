import { Suspense, lazy, startTransition, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import type { VoucherView } from '#src/contract/money/voucher.ts';
import { BalanceCard, CustomerBar } from './balance-card.tsx';
import { usePurchaseData } from './use-purchase-data.ts';
import styles from './purchase.module.css';

const PurchaseForm = lazy(() => import('./purchase-form.tsx').then((m) => ({ default: m.PurchaseForm })));
const PurchaseProblem = lazy(() =>
  import('./purchase-problem.tsx').then((m) => ({ default: m.PurchaseProblem })),
);

/** The page that the printed code opens: no account, no menu. */
export function PurchaseScreen() {
  const codeQrId = toVoucherId(useSearchParams()[0].get('codeQrId') ?? '');
  useEffect(hideProof, []);
  return (
    <div className={styles.page}>
      <CustomerBar />
      {codeQrId === '' ? (
        <Suspense>
          <PurchaseProblem data={{ kind: 'incomplete' }} onRetry={() => location.reload()} />
        </Suspense>
      ) : (
        <LoadedPurchase key={codeQrId} codeQrId={codeQrId} />
      )}
    </div>
  );
}

/**
 * The proof of a voucher leaves the address bar, so that a picture of the screen or a shared address does not carry it, and
 * stays with this page's entry of the history.
 */
function hideProof(): void {
  if (location.hash === '') return;
  const kept = { ...(history.state as object | null), proof: location.hash.slice(1) };
  history.replaceState(kept, '', location.pathname + location.search);
}

function LoadedPurchase({ codeQrId }: { codeQrId: VoucherId }) {
  const { data, load } = usePurchaseData(codeQrId);
  const [round, setRound] = useState(0);

  const isShown = useShown(data.kind === 'ready' || data.kind === 'balance');

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
  // One boundary for both: while the form loads the balance stays, without the wait that React gives a new fallback.
  if (data.kind === 'balance' || data.kind === 'ready')
    return (
      <Suspense fallback={<BalanceOnly voucher={data.voucher} />}>
        {data.kind === 'ready' && isShown ? (
          <PurchaseForm key={round} voucher={data.voucher} stalls={data.stalls} onStartOver={startOver} />
        ) : (
          <BalanceOnly voucher={data.voucher} />
        )}
      </Suspense>
    );
  return (
    <Suspense>
      <PurchaseProblem data={data} onRetry={() => void load()} />
    </Suspense>
  );
}

/** True once the balance has been painted: the outbox and the carousel do not compete with it for a slow line. */
function useShown(isReady: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => startTransition(() => setShown(true)), 50);
    return () => clearTimeout(timer);
  }, [isReady]);
  return isShown;
}

function BalanceOnly({ voucher }: { voucher: VoucherView }) {
  return (
    <main>
      <BalanceCard voucher={voucher} />
      <Loading />
    </main>
  );
}
