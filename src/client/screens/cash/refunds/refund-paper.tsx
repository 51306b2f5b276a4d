import type { Paper } from '#src/client/device/print/paper.ts';
import { spellAmount } from '#src/client/device/voice/spell-amount.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { PrintNumber } from '#src/client/shared/print/print-number.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { refundReasonTexts, refundTexts as texts } from '#src/client/texts/vouchers/refund-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import type { Refund } from '#src/contract/vouchers/refund.ts';
import paperStyles from '#src/client/shared/print/paper.module.css';
import styles from './refunds.module.css';

interface RefundPaperProps {
  refund: Refund;
  paper: Paper;
  printNumber: number;
}

/** recibo de devolución: the amount in figures, notes and words, with space for a signature or a fingerprint. */
export function RefundPaper({ refund, paper, printNumber }: RefundPaperProps) {
  const { name } = usePlace();
  const { receiptHeading } = useReceiptLines();
  const words = spellAmount(refund.monto).join(' ');
  return (
    <article
      className={`${paperStyles.roll} ${paper === '58mm' ? paperStyles.narrow : paperStyles.wide} ${styles.paper}`}
    >
      <header className={paperStyles.brand}>
        <Wordmark size={paper === '58mm' ? 24 : 30} tone="ink" />
      </header>
      <p className={paperStyles.line}>{name}</p>
      {receiptHeading !== '' && <p className={paperStyles.line}>{receiptHeading}</p>}
      <h1 className={paperStyles.heading}>{texts.heading}</h1>
      <p className={paperStyles.amount}>{amountText(refund.monto)}</p>
      <AmountNotes amount={refund.monto} ink="black" className={paperStyles.notes} />
      <p className={paperStyles.owner}>{words}</p>
      <dl className={paperStyles.facts}>
        <dt>{texts.givenTo}</dt>
        <dd>{personName(refund.ownerName)}</dd>
        <dt>{texts.identification}</dt>
        <dd>{refund.identificacion}</dd>
        <dt>{texts.code}</dt>
        <dd>{texts.closed(refund.shortCode)}</dd>
        <dt>{texts.reason}</dt>
        <dd>{refundReasonTexts[refund.reason]}</dd>
        <dt>{texts.decided}</dt>
        <dd>{personName(refund.decidedBy)}</dd>
        <dt>{texts.date}</dt>
        <dd>{dateTimeText(refund.createAt)}</dd>
        <dt>{texts.act}</dt>
        <dd>{refund.code}</dd>
      </dl>
      <p>{texts.received}</p>
      <p className={styles.sign}>
        <span>{texts.sign}</span>
        <span>{texts.signDocument}</span>
      </p>
      <PrintNumber number={printNumber} of="refund" />
    </article>
  );
}
