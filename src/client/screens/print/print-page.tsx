import { ArrowLeft, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Paper } from '#src/client/device/paper.ts';
import { usePrintDocument } from '#src/client/device/print-document.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { printTexts as texts } from '#src/client/texts/print-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { FilterChips } from '#src/client/ui/filter-chips.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { PrintedVoucher } from './printed-voucher.ts';
import { RollPaper } from './roll-paper.tsx';
import { SheetPaper } from './sheet-paper.tsx';
import { readPaper, rememberPaper } from './remembered-paper.ts';
import styles from './print-page.module.css';

interface PrintPageProps {
  voucher: PrintedVoucher;
  onBack: () => void;
}

const papers: readonly Paper[] = ['80mm', '58mm', 'A4'];

/** The print page: what will come out of the printer, and the button that prints it. */
export function PrintPage({ voucher, onBack }: PrintPageProps) {
  const [paper, setPaper] = useState<Paper>(readPaper);
  const content = useRef<HTMLDivElement>(null);
  const print = usePrintDocument({
    contentRef: content,
    paper,
    title: `${texts.heading} ${voucher.shortCode}`,
    onFailed: () => showToast('error', texts.failed),
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
          label={texts.paper}
          chips={papers.map((value) => ({ value, label: texts.papers[value] }))}
          chosen={paper}
          onChoose={(chosen) => {
            setPaper(chosen);
            rememberPaper(chosen);
          }}
        />
        <Button icon={Printer} size="money" onClick={print}>
          {texts.print}
        </Button>
      </div>
      <div className={styles.desk}>
        <div className={paper === 'A4' ? `${styles.paper} ${styles.a4}` : styles.paper}>
          <div ref={content}>
            {paper === 'A4' ? <SheetPaper voucher={voucher} /> : <RollPaper voucher={voucher} roll={paper} />}
          </div>
        </div>
      </div>
    </div>
  );
}
