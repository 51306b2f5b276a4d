import { ArrowLeft, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Paper } from '#src/client/device/paper.ts';
import { usePrintDocument } from '#src/client/device/print-document.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { printTexts } from '#src/client/texts/print-texts.ts';
import { saleReceiptTexts as texts } from '#src/client/texts/sales-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { PurchaseRow } from '#src/contract/purchase.ts';
import { useReceiptLines } from '../print/receipt-lines.ts';
import { readPaper, rememberPaper } from '../print/remembered-paper.ts';
import { SalePaper } from './sale-paper.tsx';
import styles from '../print/print-page.module.css';

interface SalePrintPageProps {
  sale: PurchaseRow;
  onBack: () => void;
}

const papers: readonly Paper[] = ['80mm', '58mm', 'A4'];

/** The receipt of a sale as it leaves the printer, with the lines that the market wants on it. */
export function SalePrintPage({ sale, onBack }: SalePrintPageProps) {
  const [paper, setPaper] = useState<Paper>(readPaper);
  const content = useRef<HTMLDivElement>(null);
  const lines = useReceiptLines();
  const print = usePrintDocument({
    contentRef: content,
    paper,
    title: `${texts.heading} ${sale.codeCompra}`,
    onFailed: () => showToast('error', printTexts.failed),
  });
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Button variant="text" icon={ArrowLeft} onClick={onBack}>
          {commonTexts.back}
        </Button>
        <h1 className={styles.title}>{texts.heading}</h1>
      </header>
      <div className={styles.tools}>
        <FilterChips
          label={printTexts.paper}
          chips={papers.map((value) => ({ value, label: printTexts.papers[value] }))}
          chosen={paper}
          onChoose={(chosen) => {
            setPaper(chosen);
            rememberPaper(chosen);
          }}
        />
        <Button icon={Printer} size="money" onClick={print}>
          {printTexts.print}
        </Button>
      </div>
      <div className={styles.desk}>
        <div className={paper === 'A4' ? `${styles.paper} ${styles.a4}` : styles.paper}>
          <div ref={content}>
            <SalePaper sale={sale} paper={paper} lines={lines} />
          </div>
        </div>
      </div>
    </div>
  );
}
