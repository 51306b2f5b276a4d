import { CircleCheck, Printer } from 'lucide-react';
import type { ChosenPrinter } from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import type { PrinterState } from '#src/client/device/printer/printer-store.ts';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { PrinterLine } from './printer-line.tsx';
import { nameOf } from './use-printer.ts';
import styles from './printer.module.css';

interface PrinterReadyProps {
  state: PrinterState;
  printer: ChosenPrinter;
  onTest: () => void;
  onChange: () => void;
  onClose: () => void;
}

/** The printer that was chosen, how it is now, and the ways to another one. */
export function PrinterReady({ state, printer, onTest, onChange, onClose }: PrinterReadyProps) {
  const isReady = state.kind === 'ready';
  return (
    <Panel className={styles.ready}>
      <Icon of={isReady ? CircleCheck : Printer} size={56} />
      <h2 className={styles.readyTitle}>{isReady ? texts.readyTitle : nameOf(printer)}</h2>
      <PrinterLine />
      <p>{texts.readyNote}</p>
      <div className={styles.acts}>
        <Button ref={focusOnMount} onClick={onClose}>
          {texts.close}
        </Button>
        <Button variant="secondary" icon={Printer} onClick={onTest}>
          {texts.anotherTest}
        </Button>
        <Button variant="secondary" onClick={onChange}>
          {texts.change}
        </Button>
        <Button
          variant="text"
          onClick={() => {
            devicePrinter().forget();
            onChange();
          }}
        >
          {texts.forget}
        </Button>
      </div>
    </Panel>
  );
}
