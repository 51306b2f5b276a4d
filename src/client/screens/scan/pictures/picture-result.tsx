import {
  ArrowRight,
  Hand,
  KeyRound,
  ListChecks,
  Pencil,
  ScanQrCode,
  ShoppingBasket,
  Store,
  TabletSmartphone,
  Undo2,
  UserRound,
  Wallet,
  Wifi,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { pictureTexts as texts } from '#src/client/texts/purchases/seen-and-heard-texts.ts';
import { staffWaitingTexts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { type ResultKind, ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import { Speaker } from './picture-bar.tsx';
import styles from './pictures.module.css';

interface PictureResultProps {
  kind: Exclude<ResultKind, 'voided'>;
  /** Only for screen readers. */
  verdict: string;
  amount?: number;
  /** Balance of the voucher when it was too small to charge. */
  holds?: number | undefined;
  onRepeat: () => void;
  onNext: () => void;
  onChange?: () => void;
  /** Charges the voucher's whole balance. */
  onChargeHolds?: (() => void) | undefined;
  onUndo?: (() => void) | undefined;
  /** Label for screen readers; "Anular" by default. */
  undoLabel?: string;
  onOutbox?: () => void;
  /** The session ended: nothing is sent before the password is typed. */
  onSignIn?: (() => void) | undefined;
}

/** A result without text: fill and sign, the money, and whether the goods go. */
export function PictureResult(props: PictureResultProps) {
  const { kind, verdict, amount, onRepeat } = props;
  return (
    <ResultScreen
      kind={kind}
      verdict={verdict}
      isWordless
      amount={amount === undefined ? undefined : amountText(amount)}
      notes={
        <>
          <span className={styles.corner}>
            <Speaker onRepeat={onRepeat} />
          </span>
          <Money {...props} />
        </>
      }
      actions={
        <>
          <Delivery kind={kind} />
          <Acts {...props} />
        </>
      }
    />
  );
}

function Money({ kind, amount, holds }: PictureResultProps) {
  if (amount === undefined) return null;
  if (kind === 'refused')
    return (
      <div className={styles.lacking}>
        <Lacking of={<Icon of={ShoppingBasket} size={36} />} amount={amount} />
        {holds !== undefined && <Lacking of={<Icon of={Wallet} size={36} />} amount={holds} />}
      </div>
    );
  return (
    <>
      <AmountNotes amount={amount} size="full" />
      {kind === 'accepted' && (
        <span className={styles.later} role="img" aria-label={texts.later}>
          <Icon of={WifiOff} size={40} />
          <Icon of={ArrowRight} size={28} />
          <Icon of={TabletSmartphone} size={40} />
          <Icon of={ArrowRight} size={28} />
          <Icon of={Wifi} size={40} />
        </span>
      )}
    </>
  );
}

/** Drawn as basket to person, or as a hand and a crossed-out basket. */
function Delivery({ kind }: Pick<PictureResultProps, 'kind'>) {
  const isDelivered = kind === 'paid' || kind === 'accepted';
  return (
    <p
      className={styles.delivery}
      data-kind={kind}
      role="img"
      aria-label={isDelivered ? saleTexts.deliver : saleTexts.doNotDeliver}
    >
      {isDelivered ? (
        <>
          <Icon of={ShoppingBasket} size={72} />
          <Icon of={ArrowRight} size={48} />
          <Icon of={UserRound} size={72} />
        </>
      ) : (
        <>
          <Icon of={Hand} size={72} />
          <span className={styles.crossed}>
            <Icon of={ShoppingBasket} size={72} />
          </span>
        </>
      )}
    </p>
  );
}

function Acts({
  holds,
  onNext,
  onChange,
  onChargeHolds,
  onUndo,
  undoLabel,
  onOutbox,
  onSignIn,
}: PictureResultProps) {
  return (
    <div className={styles.acts}>
      {onSignIn !== undefined && (
        <Act isMain label={staffWaitingTexts.signIn} onTap={onSignIn}>
          <Icon of={KeyRound} size={56} />
        </Act>
      )}
      {onChange === undefined ? (
        <Act isMain={onSignIn === undefined} label={saleTexts.another} onTap={onNext}>
          <Icon of={ScanQrCode} size={56} />
        </Act>
      ) : (
        <Act isMain label={saleTexts.changeAmount} onTap={onChange}>
          <Icon of={Pencil} size={56} />
        </Act>
      )}
      {onChargeHolds !== undefined && holds !== undefined && (
        <Act label={saleTexts.chargeLeft(amountText(holds))} onTap={onChargeHolds}>
          <Icon of={Store} size={40} />
          <AmountNotes amount={holds} size="line" />
        </Act>
      )}
      {onChange !== undefined && onChargeHolds === undefined && (
        <Act label={saleTexts.readOther} onTap={onNext}>
          <Icon of={ScanQrCode} size={48} />
        </Act>
      )}
      {onUndo !== undefined && (
        <Act label={undoLabel ?? saleTexts.void} onTap={onUndo}>
          <Icon of={Undo2} size={48} />
        </Act>
      )}
      {onOutbox !== undefined && (
        <Act label={saleTexts.seeOutbox} onTap={onOutbox}>
          <Icon of={ListChecks} size={48} />
        </Act>
      )}
    </div>
  );
}

function Lacking({ of, amount }: { of: ReactNode; amount: number }) {
  return (
    <p>
      {of}
      <AmountNotes amount={amount} />
      <b>{amountText(amount)}</b>
    </p>
  );
}

interface ActProps {
  isMain?: boolean;
  label: string;
  onTap: () => void;
  children: ReactNode;
}

function Act({ isMain = false, label, onTap, children }: ActProps) {
  return (
    <button
      type="button"
      className={isMain ? `${styles.act} ${styles.main}` : styles.act}
      aria-label={label}
      onClick={onTap}
    >
      {children}
    </button>
  );
}
