import { PlugZap, Printer, PrinterX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PrinterFault } from '#src/client/device/printer/printer-port.ts';
import { printerFaultTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './printer.module.css';

interface PrintProblemProps {
  fault: PrinterFault;
  /** The money's state although no paper came. */
  reassurance?: string | undefined;
  /** Actions under the sentence. */
  children?: ReactNode;
}

/** Why no paper came, and what to do: a calm card that says nothing of an error. */
export function PrintProblem({ fault, reassurance, children }: PrintProblemProps) {
  const { title, note } = printerFaultTexts[fault];
  return (
    <div className={styles.problem} role="alert">
      <Icon of={signs[fault] ?? PrinterX} size={28} className="wrong" />
      <div>
        <p className="sum-21 wrong">{title}</p>
        <p>{[reassurance, note].filter(Boolean).join(' ')}</p>
      </div>
      {children}
    </div>
  );
}

/** Faults with a special icon. */
const signs: Partial<Record<PrinterFault, typeof Printer>> = {
  away: PlugZap,
  unplugged: PlugZap,
  'not-chosen': Printer,
};
