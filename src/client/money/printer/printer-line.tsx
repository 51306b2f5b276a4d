import { PlugZap, Printer, PrinterX } from 'lucide-react';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { nameOf, usePrinter } from './use-printer.ts';
import styles from './printer.module.css';

/** The printer's state in one line beside a title; nothing where none was chosen. */
export function PrinterLine() {
  const printer = usePrinter();
  if (printer.kind === 'none') return null;
  const name = nameOf(printer.printer);
  const roll = texts.roll[printer.printer.roll];
  const { icon, text } = {
    ready: {
      icon: Printer,
      text:
        printer.kind === 'ready' && printer.paper === 'low'
          ? texts.stateOf.low(name)
          : texts.stateOf.ready(name, roll),
    },
    looking: { icon: Printer, text: texts.stateOf.looking(name) },
    away: { icon: PlugZap, text: texts.stateOf.away(name) },
    'no-paper': { icon: PrinterX, text: texts.stateOf.noPaper },
  }[printer.kind];
  return (
    <p className={`row small strong ${styles.line}`} data-state={printer.kind} role="status">
      <Icon of={icon} size={20} />
      {text}
    </p>
  );
}
