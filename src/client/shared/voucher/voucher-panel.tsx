import { Check, CircleCheck, Download, Hourglass, Plus, Printer, Share2, Undo2 } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { downloadFile, canShare, shareFile } from '#src/client/device/files/save-or-share.ts';
import { qrFileName, qrPngBlob } from '#src/client/device/print/draw-qr.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import type { PrintedVoucher } from '#src/client/shared/print/print-page.tsx';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { useReceiptLines } from '#src/client/shared/print/receipt-lines.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { isPracticing } from '#src/client/state/practice/practicing.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { undoTopUpTexts } from '#src/client/texts/topups/undo-top-up-texts.ts';
import { printTexts } from '#src/client/texts/vouchers/print-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { qrSize } from '#src/contract/limits.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { focusResult } from './focus-result.ts';
import styles from './voucher-panel.module.css';

const PrintPage = lazy(() =>
  import('#src/client/shared/print/print-page.tsx').then((m) => ({ default: m.PrintPage })),
);

const ChoosePin = lazy(() =>
  import('#src/client/shared/pin/choose-pin.tsx').then((m) => ({ default: m.ChoosePin })),
);

interface VoucherPanelProps {
  receipt: TopUpReceipt;
  onAgain: () => void;
  /** Label of the button that goes on. */
  again?: string;
  /** signed by this kiosk: the server has not answered yet */
  isProvisional?: boolean;
  /** Imprimir has the focus as it appears, and the button that goes on once the print page was left. */
  takesFocus?: boolean;
  /** The way back, while the customer still stands there. */
  onUndo?: (() => void) | undefined;
  /** What else can be done with it, beside these. */
  more?: ReactNode;
  /** One screen of a phone: the way on stands in its band. */
  isScreen?: boolean;
  /** The button that goes on, where the page has it outside of this panel. */
  next?: RefObject<HTMLButtonElement | null> | undefined;
}

export function VoucherPanel(props: VoucherPanelProps) {
  const { receipt, onAgain, again, isProvisional = false, takesFocus = false, isScreen = false } = props;
  const { onUndo, more, next: elsewhere } = props;
  const [printing, setPrinting] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  useFocusAfter(printing && takesFocus, elsewhere ?? own);
  const printed = usePrinted(receipt);
  const goOn = (
    <Button
      ref={own}
      {...(isScreen ? { variant: 'on-zocalo', size: 'money', wide: true } : { variant: 'secondary' })}
      icon={again === undefined ? Plus : Check}
      onClick={onAgain}
    >
      {again ?? texts.again}
    </Button>
  );
  return (
    <Panel
      state={isProvisional ? 'pending' : 'paid'}
      className={isScreen ? `${styles.outcome} ${styles.screen}` : styles.outcome}
      aria-live="polite"
    >
      <h2
        className={isProvisional ? styles.head : `${styles.head} ${styles.paid}`}
        data-tone={isProvisional ? 'pending' : undefined}
      >
        <Icon of={isProvisional ? Hourglass : CircleCheck} size={32} />
        {isProvisional ? offlineTexts.issued : texts.created}
      </h2>
      <div className={styles.body}>
        {isProvisional && <p className={styles.message}>{offlineTexts.issuedNote}</p>}
        <IssuedCode receipt={receipt} shortCode={printed.shortCode} />
        <div className={styles.actions}>
          <Button
            icon={Printer}
            onClick={() => setPrinting(true)}
            {...(takesFocus ? { ref: focusResult } : {})}
          >
            {texts.print}
          </Button>
          <Button variant="secondary" icon={Download} onClick={() => void downloadVoucher(printed)}>
            {texts.download}
          </Button>
          {canShareVoucher() && (
            <Button variant="secondary" icon={Share2} onClick={() => void shareVoucher(printed)}>
              {texts.share}
            </Button>
          )}
          {!isScreen && elsewhere === undefined && goOn}
        </div>
        {!isProvisional && !isPracticing() && (
          <Suspense fallback={null}>
            <ChoosePin voucherId={receipt.uuid} ownerName={receipt.ownerName} />
          </Suspense>
        )}
        <OtherWays onUndo={onUndo}>{more}</OtherWays>
      </div>
      {isScreen && <Zocalo>{goOn}</Zocalo>}
      {printing && (
        <Overlay label={texts.print} onClose={() => setPrinting(false)}>
          <Suspense fallback={<Loading />}>
            <PrintPage voucher={printed} onBack={() => setPrinting(false)} />
          </Suspense>
        </Overlay>
      )}
    </Panel>
  );
}

/** What is seldom needed with it: text, below what every top-up needs. */
function OtherWays({ onUndo, children }: { onUndo: (() => void) | undefined; children: ReactNode }) {
  if (onUndo === undefined && children === undefined) return null;
  return (
    <div className={styles.others}>
      {onUndo !== undefined && (
        <Button variant="text" size="row" icon={Undo2} onClick={onUndo}>
          {undoTopUpTexts.undo}
        </Button>
      )}
      {children}
    </div>
  );
}

function IssuedCode({ receipt, shortCode }: { receipt: TopUpReceipt; shortCode: string }) {
  return (
    <div className={styles.voucher}>
      <QrCode
        text={receipt.urlCodeQr}
        label={texts.qrOf(personName(receipt.ownerName))}
        size={`${qrSize}px`}
        className={styles.code}
      />
      <div className={styles.facts}>
        <p className={styles.amount}>{amountText(receipt.monto)}</p>
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

/** `next` has the focus once `isBefore` is over. */
function useFocusAfter(isBefore: boolean, next: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (!isBefore) return undefined;
    const button = next.current;
    return () => button?.focus();
  }, [isBefore, next]);
}

/** The receipt as it is printed: with the point that sold it and the person who worked there. */
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

/** The code with amount, name and short code beneath it, as PNG. */
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

/** Whether this device can send a picture. */
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
