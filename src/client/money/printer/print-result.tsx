import { CircleCheck } from 'lucide-react';
import { lazy, useState } from 'react';
import type { PrinterFault } from '#src/client/device/printer/printer-port.ts';
import type { PrintRun } from '#src/client/device/printer/printer-store.ts';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { PrintProblem } from './print-problem.tsx';
import styles from './printer.module.css';

const PrinterSetup = lazy(() => import('./printer-setup.tsx').then((m) => ({ default: m.PrinterSetup })));

interface PrintResultProps {
  run: PrintRun;
  /** The person who gets the paper, where it goes to one. */
  recipient?: string | undefined;
  /** The money's state although no paper came, and that another print makes no second voucher. */
  reassurance?: string | undefined;
}

/** Faults that choosing the printer once more may mend: a browser may have forgotten it. */
const mendedByChoice: ReadonlySet<PrinterFault> = new Set(['refused', 'not-chosen', 'away']);

/** Result of the last print: one line after a whole paper, else a card with the next action. */
export function PrintResult({ run, recipient, reassurance }: PrintResultProps) {
  const [isChoosing, setChoosing] = useState(false);
  if (run.kind === 'printed')
    return (
      <p className={`row-12 pad-strip strong ${styles.printed}`} role="status">
        <Icon of={CircleCheck} />
        {recipient === undefined ? texts.printedAny : texts.printed(recipient)}
      </p>
    );
  if (run.kind !== 'failed') return null;
  return (
    <>
      <PrintProblem fault={run.fault} reassurance={reassurance}>
        {mendedByChoice.has(run.fault) && (
          <Button variant="text" size="row" onClick={() => setChoosing(true)}>
            {texts.chooseAgain}
          </Button>
        )}
      </PrintProblem>
      {isChoosing && (
        <Optional>
          <PrinterSetup onClose={() => setChoosing(false)} />
        </Optional>
      )}
    </>
  );
}
