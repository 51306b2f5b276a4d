import { useEffect } from 'react';
import { useOpenPurchase } from '#src/client/local/live/live.ts';
import { CustomerBar } from '#src/client/screens/purchase/customer-bar.tsx';
import { leftTexts as texts } from '#src/client/texts/vouchers/left-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { VoucherId } from '#src/protocol/brands.ts';
import styles from '#src/client/screens/purchase/customer-page.module.css';

/** Shown after "Salir": nothing is asked of the customer. A purchase is mentioned as long as it is unsettled. */
export function LeftPage({ codeQrId }: { codeQrId: VoucherId }) {
  const isPending = Boolean(useOpenPurchase(codeQrId));
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return (
    <div className={`column ${styles.page}`}>
      <CustomerBar />
      <main className={`pad-16 narrow ${styles.problem}`}>
        <EmptyState
          heading="h1"
          drawing={isPending ? 'no-signal' : 'basket'}
          title={isPending ? texts.pendingTitle : texts.title}
          actions={
            <>
              <Button onClick={() => history.back()}>{texts.back}</Button>
              <a href="/login" className={buttonClass({ variant: 'text' })}>
                {texts.staff}
              </a>
            </>
          }
        >
          <p>{isPending ? texts.pending : texts.note}</p>
        </EmptyState>
      </main>
    </div>
  );
}
