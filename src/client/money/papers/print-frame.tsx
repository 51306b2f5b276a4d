import { ArrowLeft, Printer } from 'lucide-react';
import { type ReactNode, lazy, useRef, useState } from 'react';
import { keepChoice } from '#src/client/device/kept-choice.ts';
import { keptPaperSize, readPaperSize } from '#src/client/device/print/kept-paper.ts';
import type { Paper } from '#src/client/device/print/paper.ts';
import { type PrintRequest, usePrintDocument } from '#src/client/device/print/print-document.ts';
import { printerWays } from '#src/client/device/printer/device-printer.ts';
import { countPrint } from '#src/client/device/printer/print-numbers.ts';
import { PrintResult } from '#src/client/money/printer/print-result.tsx';
import { PrinterLine } from '#src/client/money/printer/printer-line.tsx';
import { rollOf, useDirectPrint, usePrinter, usePrintRun } from '#src/client/money/printer/use-printer.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { printTexts as texts } from '#src/client/texts/vouchers/print-texts.ts';
import { printerTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import styles from './print-frame.module.css';

const PrinterSetup = lazy(() =>
  import('#src/client/money/printer/printer-setup.tsx').then((m) => ({ default: m.PrinterSetup })),
);

interface PrintFrameProps {
  heading: string;
  /** Document name for the printer, after the heading. */
  name: string;
  /** By which its copies are counted: one name for the same paper wherever it is printed. */
  copies: string;
  /** Above the preview, and not printed. */
  note?: ReactNode;
  onBack: () => void;
  /** Returns the contents to print; `printNumber` is the number of this copy. */
  children: (paper: Paper, printNumber: number) => ReactNode;
}

const papers: readonly Paper[] = ['80mm', '58mm', 'A4'];

/** Preview of the printout, the choice of paper, and the print button. */
export function PrintFrame({ heading, name, copies, note, onBack, children }: PrintFrameProps) {
  const [paper, setPaper] = useState<Paper>(readPaperSize);
  const [isChoosing, setChoosing] = useState(() => keptPaperSize() === null);
  const content = useRef<HTMLDivElement>(null);
  const printer = usePrinter();
  const { run, number } = usePrintRun(copies);
  const direct = useDirectPrint({ paper: copies, content, roll: paper === '58mm' ? '58mm' : '80mm' });
  const isDirect = rollOf(printer, run) === paper;
  const byDialog = useDialogPrint({ contentRef: content, paper, title: `${heading} ${name}` }, copies);
  return (
    <div className="stack">
      <header className="flow">
        <Button variant="text" icon={ArrowLeft} onClick={onBack}>
          {buttonTexts.back}
        </Button>
        <h1 className={styles.title}>{heading}</h1>
        <PrinterLine />
      </header>
      <PrintResult run={run} />
      <div className="split-12">
        {isChoosing ? (
          <FilterChips
            label={texts.paper}
            chips={papers.map((value) => ({ value, label: texts.papers[value] }))}
            chosen={paper}
            onChoose={setPaper}
          />
        ) : (
          <Button variant="text" onClick={() => setChoosing(true)}>
            {texts.papers[paper]}
          </Button>
        )}
        <div className={`flow ${styles.acts}`}>
          <OtherWay
            isDirect={isDirect}
            isChosen={printer.kind !== 'none'}
            onDialog={byDialog}
            onChosen={() => setPaper(readPaperSize())}
          />
          <Button
            ref={focusOnMount}
            data-safe
            icon={Printer}
            size="money"
            busy={run.kind === 'printing'}
            busyText={printerTexts.printing}
            onClick={() => {
              keepChoice('paper', paper);
              if (isDirect) void direct();
              else byDialog();
            }}
          >
            {run.kind === 'printed' || run.kind === 'failed' ? printerTexts.again : texts.print}
          </Button>
        </div>
      </div>
      {note}
      <div className={styles.desk}>
        <div className={paper === 'A4' ? `${styles.paper} ${styles.a4}` : styles.paper}>
          <div ref={content}>{children(paper, number)}</div>
        </div>
      </div>
    </div>
  );
}

/** Prints by the browser's dialog. The copy is counted in any case, because no browser reports whether it printed. */
function useDialogPrint(request: PrintRequest, copies: string): () => void {
  const [, setClosed] = useState(0);
  return usePrintDocument({
    ...request,
    onClosed: () => {
      countPrint(copies);
      setClosed((closed) => closed + 1);
    },
    onFailed: () => showToast('error', texts.failed),
  });
}

interface OtherWayProps {
  isDirect: boolean;
  isChosen: boolean;
  onDialog: () => void;
  onChosen: () => void;
}

/** The browser's dialog beside a receipt printer, or the way to choose one. */
function OtherWay({ isDirect, isChosen, onDialog, onChosen }: OtherWayProps) {
  const [isChoosing, setChoosing] = useState(false);
  const ways = printerWays();
  return (
    <>
      {isDirect && (
        <Button variant="text" onClick={onDialog}>
          {printerTexts.byDialog}
        </Button>
      )}
      {!isDirect && (ways.serial || ways.usb) && (
        <Button variant="text" onClick={() => setChoosing(true)}>
          {isChosen ? printerTexts.title : printerTexts.chooseHere}
        </Button>
      )}
      {isChoosing && (
        <Optional>
          <PrinterSetup
            onClose={() => {
              onChosen();
              setChoosing(false);
            }}
          />
        </Optional>
      )}
    </>
  );
}
