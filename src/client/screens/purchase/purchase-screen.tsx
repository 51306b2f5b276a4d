import { lazy, startTransition, useEffect, useState } from 'react';
import { CustomerBar } from '#src/client/screens/purchase/customer-bar.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import { BalanceCard } from './balance-card.tsx';
import { usePurchaseData } from './use-purchase-data.ts';
import styles from '#src/client/screens/purchase/customer-page.module.css';

const PurchaseForm = lazy(() => import('./purchase-form.tsx').then((m) => ({ default: m.PurchaseForm })));
const PurchaseProblem = lazy(() =>
  import('./purchase-problem.tsx').then((m) => ({ default: m.PurchaseProblem })),
);

const WithoutLink = lazy(() => import('./away/without-link.tsx').then((m) => ({ default: m.WithoutLink })));
const OpenFirst = lazy(() => import('./away/open-first.tsx').then((m) => ({ default: m.OpenFirst })));
const LeftPage = lazy(() => import('./away/left-page.tsx').then((m) => ({ default: m.LeftPage })));

/**
 * The pages behind a printed voucher: its own, and the one after "Salir". "/" is where the specification
 * sends a user who leaves, but a customer has nothing to sign in to there. Operations continue to be sent,
 * because the page stays loaded.
 */
export function PurchasePages() {
  const [left, setLeft] = useState<VoucherId | null>(null);
  useEffect(() => {
    const onMove = () => {
      if (location.pathname === '/code-qr') setLeft(null);
    };
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  const codeQrId = toVoucherId(new URLSearchParams(location.search).get('codeQrId') ?? '');
  const leave = () => {
    history.pushState(null, '', '/');
    setLeft(codeQrId);
  };
  if (left === null) return <PurchaseScreen codeQrId={codeQrId} onLeave={leave} />;
  return (
    <Optional place="page">
      <LeftPage codeQrId={left} />
    </Optional>
  );
}

interface PurchaseScreenProps {
  codeQrId: VoucherId;
  onLeave: () => void;
}

/** The page that a printed voucher opens: no account, no menu. */
function PurchaseScreen({ codeQrId, onLeave }: PurchaseScreenProps) {
  useEffect(() => {
    hideProof();
  }, []);
  return (
    <div className={`column ${styles.page}`}>
      <CustomerBar />
      {codeQrId === '' ? (
        <Optional place="page">
          <PurchaseProblem
            data={{ kind: 'incomplete' }}
            onRetry={() => location.reload()}
            onLeave={onLeave}
          />
        </Optional>
      ) : (
        <LoadedPurchase key={codeQrId} codeQrId={codeQrId} onLeave={onLeave} />
      )}
    </div>
  );
}

/**
 * Removes the voucher's proof from the address bar, so that a screenshot or a shared address does not carry
 * it, and keeps it in this page's history entry.
 */
function hideProof(): void {
  if (location.hash === '') return;
  const kept = { ...(history.state as object | null), proof: location.hash.slice(1) };
  history.replaceState(kept, '', location.pathname + location.search);
}

function LoadedPurchase({ codeQrId, onLeave }: PurchaseScreenProps) {
  const { data, load } = usePurchaseData(codeQrId);
  const [round, setRound] = useState(0);
  const [stall, setStall] = useState<Stall | null>();

  const isShown = useShown(data.kind === 'ready' || data.kind === 'balance');

  /** Reads the voucher again and clears the choices, optionally except the stall. */
  async function startOver(kept: Stall | null = null) {
    await load();
    setStall(kept);
    setRound(round + 1);
  }

  if (data.kind === 'loading')
    return (
      <main>
        <Loading />
      </main>
    );
  // One boundary for both: the balance stays while the form loads, without React's delay of a new fallback.
  if (data.kind === 'balance' || data.kind === 'ready')
    return (
      <Optional
        place="page"
        beside={<BalanceCard voucher={data.voucher} />}
        fallback={<BalanceOnly voucher={data.voucher} />}
      >
        {data.kind === 'ready' && isShown ? (
          <PurchaseForm
            key={round}
            voucher={data.voucher}
            offered={data}
            initialStall={stall}
            onStartOver={startOver}
            onLeave={onLeave}
          />
        ) : (
          <BalanceOnly voucher={data.voucher} />
        )}
      </Optional>
    );
  return (
    <Optional place="page">
      <OpenFirst codeQrId={codeQrId} onRetry={load} onLeave={onLeave}>
        {data.kind === 'unreachable' ? (
          <WithoutLink codeQrId={codeQrId} reason={data.reason} onRetry={load} onLeave={onLeave} />
        ) : (
          <PurchaseProblem data={data} onRetry={() => void load()} onLeave={onLeave} />
        )}
      </OpenFirst>
    </Optional>
  );
}

/**
 * True once the balance is painted, so that the outbox and the carousel do not compete with it for a slow
 * line.
 */
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
