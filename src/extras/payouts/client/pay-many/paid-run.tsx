import { CircleCheck, FileDown, Printer } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { bankFile } from '#src/extras/payouts/client/payment/bank-file.ts';
import { bankSheet, exactColumns, paidInCash } from '#src/extras/payouts/client/payment/bank-rows.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { payManyTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { paymentTexts } from '#src/extras/payouts/texts/payment-texts.ts';
import { SigningSheet } from './signing-sheet.tsx';
import { usePayoutRun } from './use-payout-run.ts';
import styles from './pay-many.module.css';

/** A run by its code: the confirmation right after the payment, and later its signing sheet. */
export function PaidRun() {
  const [params] = useSearchParams();
  const query = usePayoutRun(params.get('hoja') ?? '');
  return (
    <ListBody query={query} data={query.data} skeletonRows={4} bare>
      {(run) => <Paid run={run} />}
    </ListBody>
  );
}

function Paid({ run }: { run: PayoutRun }) {
  const [params] = useSearchParams();
  const isNew = params.get('pagado') === 'si';
  const sheet = useRef<HTMLDivElement>(null);
  const print = usePrintDocument({
    contentRef: sheet,
    paper: 'A4',
    title: run.codeRun,
    onFailed: () => showToast('error', texts.printFailed),
  });
  const left = run.pagos.reduce((sum, { owed, monto }) => sum + owed - monto, 0);
  const inCash = paidInCash(run);
  const facts = [
    texts.stalls(run.pagos.length),
    run.codeRun,
    ...(left > 0 ? [texts.stays(amountText(left))] : []),
  ];
  return (
    <>
      <div className={styles.doneFrame}>
        <section className={isNew ? `${styles.done} ${styles.isNew}` : styles.done}>
          <div className={styles.verdict}>
            {isNew && <Icon of={CircleCheck} size={64} />}
            <div>
              <h1>{isNew ? texts.paid : texts.sheetTitle}</h1>
              <p className={styles.doneTotal} style={lettersOf(amountText(run.total))}>
                {amountText(run.total)}
              </p>
            </div>
          </div>
          <p>{facts.join(' · ')}</p>
          <PaidButtons run={run} isNew={isNew} onPrint={print} />
        </section>
      </div>
      {inCash.length > 0 && inCash.length < run.pagos.length && (
        <section className={styles.inCash}>
          <p>{paymentTexts.fileNote}</p>
          <FactList
            facts={inCash.map(({ codePago, estanteName, monto }) => ({
              name: `${estanteName} · ${codePago}`,
              value: amountText(monto),
            }))}
          />
        </section>
      )}
      <div ref={sheet} className={styles.sheets}>
        <SigningSheet run={run} />
      </div>
    </>
  );
}

interface PaidButtonsProps {
  run: PayoutRun;
  isNew: boolean;
  onPrint: () => void;
}

function PaidButtons({ run, isNew, onPrint }: PaidButtonsProps) {
  const navigate = useNavigate();
  const beside = {
    variant: isNew ? 'on-zocalo-outline' : 'secondary',
    size: 'money',
    className: isNew ? styles.onDone : undefined,
  } as const;
  return (
    <div className={styles.doneButtons}>
      <Button
        ref={isNew ? focusOnMount : undefined}
        variant={isNew ? 'on-paid' : 'primary'}
        size="money"
        icon={Printer}
        onClick={onPrint}
      >
        {texts.printSheet}
      </Button>
      {paidInCash(run).length < run.pagos.length && (
        <Button
          {...beside}
          icon={FileDown}
          onClick={() =>
            downloadFile(bankFile(bankSheet(run), exactColumns), paymentTexts.fileName(run.codeRun))
          }
        >
          {paymentTexts.file}
        </Button>
      )}
      <Button {...beside} onClick={() => void navigate('/dashboard/caja')}>
        {texts.backToCash}
      </Button>
    </div>
  );
}
