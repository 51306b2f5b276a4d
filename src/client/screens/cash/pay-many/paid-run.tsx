import { CircleCheck, Printer } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { usePayoutRun } from '#src/client/queries/cash.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { deductionTexts } from '#src/client/texts/office/deduction-texts.ts';
import { payManyTexts as texts } from '#src/client/texts/office/pay-many-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import type { PayoutRun } from '#src/contract/markets/cash.ts';
import { deductedOf } from '../deductions/deduction-draft.ts';
import { SigningSheet } from './signing-sheet.tsx';
import styles from './pay-many.module.css';

/** An act by its code: right after it the word that it is paid, later its sheet again. */
export function PaidRun({ code }: { code: string }) {
  const query = usePayoutRun(code);
  return (
    <ListBody query={query} data={query.data} skeletonRows={4} bare>
      {(run) => <Paid run={run} />}
    </ListBody>
  );
}

function Paid({ run }: { run: PayoutRun }) {
  const [params] = useSearchParams();
  const isNew = params.get('pagado') === 'si';
  const navigate = useNavigate();
  const sheet = useRef<HTMLDivElement>(null);
  const print = usePrintDocument({
    contentRef: sheet,
    paper: 'A4',
    title: run.codeRun,
    onFailed: () => showToast('error', texts.printFailed),
  });
  const deducted = run.pagos.reduce((sum, { deductions }) => sum + deductedOf(deductions), 0);
  const left = run.pagos.reduce((sum, { owed, monto }) => sum + owed - monto, 0) - deducted;
  const facts = [
    texts.stalls(run.pagos.length),
    run.codeRun,
    ...(deducted > 0 ? [deductionTexts.inAll(amountText(0 - deducted))] : []),
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
          <div className={styles.doneButtons}>
            <Button
              ref={isNew ? focusOnMount : undefined}
              variant={isNew ? 'on-paid' : 'primary'}
              size="money"
              icon={Printer}
              onClick={print}
            >
              {texts.printSheet}
            </Button>
            <Button
              variant={isNew ? 'on-zocalo-outline' : 'secondary'}
              size="money"
              className={isNew ? styles.onDone : undefined}
              onClick={() => void navigate('/dashboard/caja')}
            >
              {texts.backToCash}
            </Button>
          </div>
        </section>
      </div>
      <div ref={sheet} className={styles.sheets}>
        <SigningSheet run={run} />
      </div>
    </>
  );
}
