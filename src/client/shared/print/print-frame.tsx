import { ArrowLeft, Printer } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import styles from './print-page.module.css';

interface PrintFrameProps {
  heading: string;
  /** Document name for the printer, after the heading. */
  name: string;
  onBack: () => void;
  /** Returns the contents to print. */
  children: (paper: Paper) => ReactNode;
}

const papers: readonly Paper[] = ['80mm', '58mm', 'A4'];

/** Preview of the printout, the choice of paper, and the print button. */
export function PrintFrame({ heading, name, onBack, children }: PrintFrameProps) {
  const [paper, setPaper] = useState<Paper>(readPaper);
  const content = useRef<HTMLDivElement>(null);
  const print = usePrintDocument({
    contentRef: content,
    paper,
    title: `${heading} ${name}`,
    onFailed: () => showToast('error', texts.failed),
  });
  return (
    <div className="stack">
      <header className={styles.head}>
        <Button variant="text" icon={ArrowLeft} onClick={onBack}>
          {commonTexts.back}
        </Button>
        <h1 className={styles.title}>{heading}</h1>
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
        <Button ref={focusOnMount} data-safe icon={Printer} size="money" onClick={print}>
          {texts.print}
        </Button>
      </div>
      <div className={styles.desk}>
        <div className={paper === 'A4' ? `${styles.paper} ${styles.a4}` : styles.paper}>
          <div ref={content} data-sheet>
            {children(paper)}
          </div>
        </div>
      </div>
    </div>
  );
}

const key = 'mercado.paper';

/** Returns the paper size that this device printed on last; the 80 mm roll by default. */
function readPaper(): Paper {
  try {
    const told = localStorage.getItem(key);
    return told === 'A4' || told === '58mm' ? told : '80mm';
  } catch {
    return '80mm';
  }
}

function rememberPaper(paper: Paper): void {
  try {
    localStorage.setItem(key, paper);
  } catch {
    // Without storage the choice is made again next time.
  }
}
