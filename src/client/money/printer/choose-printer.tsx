import { Bluetooth, FileText, Info, type LucideIcon, Usb } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keepChoice } from '#src/client/device/kept-choice.ts';
import type { Roll } from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter, printerWays } from '#src/client/device/printer/device-printer.ts';
import type { PrinterFault, PrinterList, PrinterWay } from '#src/client/device/printer/printer-port.ts';
import { printerFaultTexts, printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './printer.module.css';

interface ChoosePrinterProps {
  roll: Roll;
  onChosen: () => void;
  /** The person prints sheets by the browser's dialog. */
  onSheets: () => void;
}

/** The ways to a printer, each with the tap that opens the browser's own list. */
export function ChoosePrinter({ roll, onChosen, onSheets }: ChoosePrinterProps) {
  const ways = printerWays();
  const [problem, setProblem] = useState<PrinterFault | 'none-chosen' | null>(null);
  const [byCable, setByCable] = useState<PrinterWay>(ways.serial ? 'serial' : 'usb');

  async function choose(way: PrinterWay, list: PrinterList): Promise<void> {
    setProblem(null);
    const outcome = await devicePrinter().choose(way, list, { roll });
    if (outcome === null) {
      keepChoice('paper', roll);
      onChosen();
      return;
    }
    setProblem(outcome);
    // A cable that is no serial line is in the other list.
    if (outcome === 'none-chosen' && list === 'printers' && ways.usb && ways.serial)
      setByCable(way === 'serial' ? 'usb' : 'serial');
  }

  function chooseSheets(): void {
    devicePrinter().forget();
    keepChoice('paper', 'A4');
    onSheets();
  }

  return (
    <>
      <p className="soft">{texts.once}</p>
      {!ways.serial && !ways.usb && (
        <Notice kind="pending">
          <b>{printerFaultTexts.unsupported.title}.</b> {printerFaultTexts.unsupported.note}
        </Notice>
      )}
      {problem !== null && <Notice kind="refused">{problemText(problem, byCable === 'usb')}</Notice>}
      <div>
        {(ways.serial || ways.usb) && (
          <ByCable
            find={ways.serial && byCable === 'usb' ? texts.findOther : texts.find}
            onFind={() => void choose(byCable, 'printers')}
            onAll={ways.usb ? () => void choose('usb', 'all') : null}
          />
        )}
        {ways.serial && (
          <Way icon={Bluetooth} name={texts.bluetooth} note={texts.bluetoothNote}>
            <Button
              variant="secondary"
              size="row"
              aria-label={texts.findBluetooth}
              onClick={() => void choose('serial', 'bluetooth')}
            >
              {texts.find}
            </Button>
          </Way>
        )}
        <Way icon={FileText} name={texts.sheet} note={texts.sheetNote}>
          <Button variant="secondary" size="row" onClick={chooseSheets}>
            {texts.onSheets}
          </Button>
        </Way>
      </div>
      {(ways.serial || ways.usb) && (
        <p className="row soft">
          <Icon of={Info} size={20} />
          {texts.ownList}
        </p>
      )}
    </>
  );
}

/** `onAll`: lists devices of every class, for printers that do not say what they are. */
function ByCable({ find, onFind, onAll }: { find: string; onFind: () => void; onAll: (() => void) | null }) {
  return (
    <Way icon={Usb} name={texts.cable} note={texts.cableNote}>
      <Button ref={focusOnMount} size="row" aria-label={texts.findCable} onClick={onFind}>
        {find}
      </Button>
      {onAll !== null && (
        <Button variant="secondary" size="row" aria-label={texts.showAllCable} onClick={onAll}>
          {texts.showAll}
        </Button>
      )}
    </Way>
  );
}

function problemText(problem: PrinterFault | 'none-chosen', isOtherWay: boolean): ReactNode {
  if (problem === 'none-chosen') return `${texts.noneChosen}${isOtherWay ? ` ${texts.noneByCable}` : ''}`;
  return (
    <>
      <b>{printerFaultTexts[problem].title}.</b> {printerFaultTexts[problem].note}
    </>
  );
}

interface WayProps {
  icon: LucideIcon;
  name: string;
  note?: string;
  children: ReactNode;
}

/** A way to a printer, or the printer that was chosen. */
export function Way({ icon, name, note, children }: WayProps) {
  return (
    <div className={`flow ${styles.way}`}>
      <Icon of={icon} size={28} />
      <div className="fill-9">
        <p className="strong">{name}</p>
        {note !== undefined && <p className="soft">{note}</p>}
      </div>
      {children}
    </div>
  );
}
