import { Printer, Share2 } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { canShareText, shareText } from '#src/client/device/share.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { SaleAmount, SaleBadge } from '#src/client/shared/tables/sale-state.tsx';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { saleTexts as texts } from '#src/client/texts/sales-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/fact-list.tsx';
import { Loading } from '#src/client/ui/loading.tsx';
import { Overlay } from '#src/client/ui/overlay.tsx';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { formatAmount } from '#src/domain/money.ts';
import { shortCodeOf } from '#src/domain/short-code.ts';
import { saleWords } from './sale-words.ts';
import { VoidSale } from './void-sale.tsx';
import styles from './sales.module.css';

const SalePrintPage = lazy(() => import('./sale-print-page.tsx').then((m) => ({ default: m.SalePrintPage })));

interface SaleDetailProps {
  sale: PurchaseRow;
  /** whose sale it is, by its code */
  market: string;
  userType: UserType;
  onClose: () => void;
}

type Step = 'detail' | 'print' | 'void';

/** One sale: what it was, its receipt, and taking it back. */
export function SaleDetail({ sale, market, userType, onClose }: SaleDetailProps) {
  const [step, setStep] = useState<Step>('detail');
  const mayVoid = sale.voided === undefined && userType !== 'ADMIN';
  const isTooLate = userType === 'ESTANTE' && !isToday(sale.createAt);
  if (step === 'void') return <VoidSale sale={sale} onNo={() => setStep('detail')} onDone={onClose} />;
  if (step === 'print')
    return (
      <Overlay label={texts.print} onClose={() => setStep('detail')}>
        <Suspense fallback={<Loading />}>
          <SalePrintPage sale={sale} market={market} onBack={() => setStep('detail')} />
        </Suspense>
      </Overlay>
    );
  return (
    <Dialog
      title={texts.title(sale.codeCompra)}
      onClose={onClose}
      actions={
        <>
          {mayVoid && !isTooLate && (
            <Button variant="danger" onClick={() => setStep('void')}>
              {texts.void}
            </Button>
          )}
          <Button data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      <FactList facts={factsOf(sale)} />
      {mayVoid && isTooLate && <p className={styles.note}>{texts.sameDay}</p>}
      <div className={styles.papers}>
        <Button variant="secondary" size="row" icon={Printer} onClick={() => setStep('print')}>
          {texts.print}
        </Button>
        {canShareText() && (
          <Button
            variant="secondary"
            size="row"
            icon={Share2}
            onClick={() => void shareText(saleWords(sale))}
          >
            {texts.share}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function factsOf(sale: PurchaseRow): Fact[] {
  const { voided, missing = 0, points } = sale;
  const facts: (Fact | false)[] = [
    { name: texts.customer, value: personName(sale.userName) },
    { name: texts.stall, value: sale.estanteName },
    { name: texts.market, value: sale.marketName },
    { name: texts.date, value: dateTimeText(sale.createAt) },
    { name: texts.shortCode, value: shortCodeOf(sale.codeQrUuid) },
    points > 0 && { name: texts.points, value: formatAmount(points) },
    missing > 0 && { name: texts.missing, value: amountText(missing) },
    { name: texts.state, value: <SaleBadge sale={sale} /> },
    voided !== undefined && { name: texts.voidedOn, value: dateTimeText(voided.createAt) },
    voided !== undefined && { name: texts.voidReason, value: voided.reason },
    { name: texts.amount, value: <SaleAmount sale={sale} />, total: true },
  ];
  return facts.filter((fact) => fact !== false);
}
