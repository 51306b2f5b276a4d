import {
  Check,
  CircleCheck,
  Download,
  FileText,
  Hourglass,
  Plus,
  Printer,
  Share2,
  Undo2,
} from 'lucide-react';
import { type ReactNode, type RefObject, lazy, useEffect, useRef, useState } from 'react';
import { downloadFile, canShare, shareFile } from '#src/client/device/files/save-or-share.ts';
import { qrFileName, qrPngBlob } from '#src/client/device/print/draw-qr.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { useReceiptLines } from '#src/client/money/papers/receipt-lines.ts';
import type { PrintedVoucher } from '#src/client/money/papers/voucher-paper.tsx';
import { PrintResult } from '#src/client/money/printer/print-result.tsx';
import { rollOf, useDirectPrint, usePrinter, usePrintRun } from '#src/client/money/printer/use-printer.ts';
import { usePlace } from '#src/client/money/use-place.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { topUpVoidTexts } from '#src/client/texts/topups/top-up-void-texts.ts';
import { printTexts } from '#src/client/texts/vouchers/print-texts.ts';
import { printerTexts } from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { qrSize } from '#src/contract/limits.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import styles from './voucher-panel.module.css';

const PrintFrame = lazy(() =>
  import('#src/client/money/papers/print-frame.tsx').then((m) => ({ default: m.PrintFrame })),
);
const VoucherPaper = lazy(() =>
  import('#src/client/money/papers/voucher-paper.tsx').then((m) => ({ default: m.VoucherPaper })),
);

interface VoucherPanelProps {
  receipt: TopUpReceipt;
  onAgain: () => void;
  /** Label of the button that moves on. */
  again?: string;
  /** Signed by this kiosk: the server has not answered yet. */
  isProvisional?: boolean;
  /**
   * Imprimir takes the focus when shown; the button that moves on takes it after the print page is closed.
   */
  takesFocus?: boolean;
  /** Prints the voucher as the panel appears and opens the cash drawer, because one tap asked for both. */
  printsItself?: boolean;
  /** Voids it while the customer is still present. */
  onUndo?: (() => void) | undefined;
  /** Further actions beside these. */
  more?: ReactNode;
  /** The button that moves on, when it is outside this panel. */
  next?: RefObject<HTMLButtonElement | null> | undefined;
}

export function VoucherPanel(props: VoucherPanelProps) {
  const { receipt, onAgain, again, isProvisional = false, takesFocus = false } = props;
  const { onUndo, more, next: elsewhere, printsItself = false } = props;
  const [printing, setPrinting] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  useFocusAfter(printing && takesFocus, elsewhere ?? own);
  const printed = usePrinted(receipt);
  const paper = useRef<HTMLDivElement>(null);
  const direct = useVoucherPrint({ uuid: receipt.uuid, content: paper, printsItself });
  const goOn = (
    <Button ref={own} variant="secondary" icon={again === undefined ? Plus : Check} onClick={onAgain}>
      {again ?? texts.again}
    </Button>
  );
  return (
    <Panel state={isProvisional ? 'pending' : 'paid'} className={styles.outcome} aria-live="polite">
      <h2
        className={`row-12 pad-row bold breaks ${styles.head} ${isProvisional ? '' : styles.paid}`}
        data-tone={isProvisional ? 'pending' : undefined}
      >
        <Icon of={isProvisional ? Hourglass : CircleCheck} size={32} />
        {isProvisional ? offlineTexts.issued : texts.created}
      </h2>
      <div className={`stack-20 pad ${styles.body}`} data-print={direct.run.kind}>
        {isProvisional && <p className={styles.message}>{offlineTexts.issuedNote}</p>}
        <IssuedCode receipt={receipt} shortCode={printed.shortCode} />
        <div className={styles.print}>
          <PrintResult
            run={direct.run}
            recipient={personName(receipt.ownerName).split(' ')[0]}
            reassurance={`${printerTexts.done.voucher} ${printerTexts.sameVoucher}`}
          />
        </div>
        <VoucherActs
          direct={direct}
          printed={printed}
          takesFocus={takesFocus}
          onDialog={() => setPrinting(true)}
        >
          {elsewhere === undefined && goOn}
        </VoucherActs>
        <OtherWays onUndo={onUndo}>{more}</OtherWays>
      </div>
      {direct.roll !== null && (
        <div ref={paper} hidden>
          <Optional fallback={<span data-undrawn />}>
            <VoucherPaper paper={direct.roll} voucher={{ ...printed, printNumber: direct.number }} />
          </Optional>
        </div>
      )}
      {printing && (
        <Overlay label={texts.print} onClose={() => setPrinting(false)}>
          <Optional fallback={<Loading />}>
            <PrintFrame
              heading={printTexts.heading}
              name={printed.shortCode}
              copies={receipt.uuid}
              onBack={() => setPrinting(false)}
            >
              {(size, printNumber) => <VoucherPaper paper={size} voucher={{ ...printed, printNumber }} />}
            </PrintFrame>
          </Optional>
        </Overlay>
      )}
    </Panel>
  );
}

interface VoucherActsProps {
  direct: ReturnType<typeof useVoucherPrint>;
  printed: PrintedVoucher;
  takesFocus: boolean;
  onDialog: () => void;
  /** The button that goes on. */
  children: ReactNode;
}

/** Actions that every top-up needs: its paper, by the printer where there is one, and its picture. */
function VoucherActs({ direct, printed, takesFocus, onDialog, children }: VoucherActsProps) {
  const hasTried = direct.run.kind === 'printed' || direct.run.kind === 'failed';
  return (
    <div className={`cluster-12 ${styles.actions}`}>
      <Button
        icon={Printer}
        busy={direct.run.kind === 'printing'}
        busyText={printerTexts.printing}
        onClick={() => (direct.roll === null ? onDialog() : void direct.print())}
        {...(takesFocus ? { ref: focusResult } : {})}
      >
        {hasTried ? printerTexts.again : texts.print}
      </Button>
      {direct.roll !== null && (
        <Button variant="secondary" icon={FileText} onClick={onDialog}>
          {printerTexts.byDialog}
        </Button>
      )}
      <Button variant="secondary" icon={Download} onClick={() => void downloadVoucher(printed)}>
        {texts.download}
      </Button>
      {canShareVoucher() && (
        <Button variant="secondary" icon={Share2} onClick={() => void shareVoucher(printed)}>
          {texts.share}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Rare actions as text links, below those that every top-up needs. */
function OtherWays({ onUndo, children }: { onUndo: (() => void) | undefined; children: ReactNode }) {
  if (onUndo === undefined && children === undefined) return null;
  return (
    <div className="cluster ruled">
      {onUndo !== undefined && (
        <Button variant="text" size="row" icon={Undo2} onClick={onUndo}>
          {topUpVoidTexts.undo}
        </Button>
      )}
      {children}
    </div>
  );
}

function IssuedCode({ receipt, shortCode }: { receipt: TopUpReceipt; shortCode: string }) {
  return (
    <div className={`cluster ${styles.voucher}`}>
      <QrCode
        text={receipt.urlCodeQr}
        label={texts.qrOf(personName(receipt.ownerName))}
        size={`${qrSize}px`}
        className={styles.code}
      />
      <div className={styles.facts}>
        <p className="figure">{amountText(receipt.monto)}</p>
        <AmountNotes amount={receipt.monto} />
        <FactList
          facts={[
            { name: texts.name, value: personName(receipt.ownerName) },
            { name: texts.identificationName, value: receipt.identification },
            { name: texts.createdAt, value: dateTimeText(receipt.createAt) },
            { name: texts.shortCode, value: shortCode },
          ]}
        />
      </div>
    </div>
  );
}

/** Focuses `next` once `isBefore` is over. */
function useFocusAfter(isBefore: boolean, next: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (!isBefore) return undefined;
    const button = next.current;
    return () => button?.focus();
  }, [isBefore, next]);
}

/** Returns the receipt for printing, with the point that sold it and the person who worked there. */
function usePrinted(receipt: TopUpReceipt) {
  const user = useSessionUser();
  const place = usePlace();
  const lines = useReceiptLines();
  return {
    ...lines,
    urlCodeQr: receipt.urlCodeQr,
    monto: receipt.monto,
    ownerName: receipt.ownerName,
    identification: receipt.identification,
    shortCode: shortCodeOf(receipt.uuid),
    createAt: receipt.createAt,
    expiresAt: receipt.expiresAt,
    pointName: place.name,
    marketName: place.marketName,
    operator: place.ownerName === '' ? (user?.email.split('@')[0] ?? '') : place.ownerName,
  };
}

/** Draws the code with amount, name and short code beneath it, as PNG. */
function voucherPicture(voucher: PrintedVoucher): Promise<Blob> {
  const { urlCodeQr, ownerName, monto, shortCode, expiresAt } = voucher;
  const end = expiresAt === undefined ? '' : printTexts.ends(lastDayText(expiresAt));
  return qrPngBlob(urlCodeQr, {
    ownerName: personName(ownerName),
    amount: amountText(monto),
    shortCode,
    end,
  });
}

const type = 'image/png';

/** Returns whether this device can share a picture. */
function canShareVoucher(): boolean {
  return canShare(new File([], 'codigo_qr.png', { type }));
}

async function shareVoucher(voucher: PrintedVoucher): Promise<void> {
  const name = qrFileName(voucher.ownerName);
  await shareFile(new File([await voucherPicture(voucher)], name, { type }), name);
}

/** Downloads the voucher as `<ownerName>_qr.png`. */
async function downloadVoucher(voucher: PrintedVoucher): Promise<void> {
  downloadFile(await voucherPicture(voucher), qrFileName(voucher.ownerName));
}

interface VoucherPrint {
  uuid: string;
  /** Where its paper is laid out. */
  content: RefObject<HTMLElement | null>;
  printsItself: boolean;
}

/** Prints a voucher without a dialog where a printer is in reach; `roll` is null where there is none. */
function useVoucherPrint({ uuid, content, printsItself }: VoucherPrint) {
  const printer = usePrinter();
  const { run, number } = usePrintRun(uuid);
  const roll = rollOf(printer, run);
  const print = useDirectPrint({ paper: uuid, content, roll: roll ?? '80mm' });
  useEffect(() => {
    // The panel of one voucher may be shown anew, as when the server confirms it: it has gone to the printer by then.
    if (printsItself && roll !== null && devicePrinter().readRun(uuid).kind === 'idle') void print(true);
  }, [printsItself, roll, uuid, print]);
  return { run, number, roll, print: () => print() };
}

/**
 * Ref callback that focuses the result and scrolls it into view. It does not take the focus from a field in
 * which the cashier already types the next customer.
 */
export function focusResult(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && !activeElement.readOnly && !activeElement.disabled) return;
  element?.focus();
}
