import { ArrowRight, Hourglass, Lock, OctagonX, QrCode, ShoppingBasket, Store, Wallet } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { speak } from '#src/client/device/voice/announce.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { NoteTray } from '#src/client/shared/notes/amount-entry.tsx';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { NotePad } from '#src/client/shared/notes/amount-pad.tsx';
import { useTappedNotes } from '#src/client/shared/notes/use-amount-entry.ts';
import { saleTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { pictureTexts as texts } from '#src/client/texts/purchases/seen-and-heard-texts.ts';
import { Spinner } from '#src/client/ui/feedback/spinner.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import type { Sale } from '../use-sale.ts';
import { useTapGuard } from '../use-tap-guard.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';
import { PictureBar } from './picture-bar.tsx';
import styles from './pictures.module.css';

interface PictureSaleProps {
  scanned: ScannedSale;
  sale: Sale;
  /** An unsettled purchase of this voucher comes first. */
  isHeld: boolean;
  onBack: () => void;
}

/** Pause after the last tap before the amount is spoken, ms. */
const quietMs = 800;

/**
 * The sale without text: the voucher's balance, the price in notes and coins, and one button that shows both.
 */
export function PictureSale({ scanned, sale, isHeld, onBack }: PictureSaleProps) {
  const { amount, setAmount, busy } = sale;
  const notes = useTappedNotes(amount, setAmount);
  const holds = scanned.kind === 'known' ? scanned.view.known : scanned.voucher.monto;
  const most = scanned.kind === 'known' ? scanned.view.most : scanned.voucher.monto;
  const isOver = amount > most;
  const isGuarded = useTapGuard(isOver);
  const say = useCallback(() => {
    if (isHeld) void speak(({ held }) => held());
    else if (isOver) void speak(({ onlyHolds }) => onlyHolds(most));
    else void speak(({ entered }) => entered(amount, holds));
  }, [amount, holds, most, isOver, isHeld]);

  useEffect(() => {
    if (busy) return undefined;
    const timer = setTimeout(say, quietMs);
    return () => clearTimeout(timer);
  }, [say, busy]);
  useEffect(() => {
    if (busy) void speak(({ charging }) => charging(amount));
    // The amount is fixed while it is being charged.
  }, [busy, amount]);

  function charge() {
    if (isGuarded()) return;
    const price = isOver ? most : amount;
    if (isOver) setAmount(most);
    void sale.charge(price);
  }

  if (busy) return <Paying amount={amount} left={Math.max(0, holds - amount)} />;
  const pays = isOver ? most : amount;
  const isLocked = isHeld || pays === 0;
  return (
    <form
      ref={wholeScreen}
      className={styles.screen}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLocked) charge();
      }}
    >
      <h1 className="visually-hidden" tabIndex={-1} ref={focusOnMount}>
        {saleTexts.amount}
      </h1>
      <PictureBar holds={holds} onBack={onBack} onRepeat={say} />
      <div className={isOver ? `${styles.basket} ${styles.over}` : styles.basket}>
        <Icon of={isOver ? OctagonX : ShoppingBasket} size={36} />
        <NoteTray heaps={notes.heaps} onTap={notes.take} />
        <output className={styles.figure}>{amountText(amount)}</output>
      </div>
      <NotePad notes={notes} tall isBare />
      <div className={styles.foot}>
        <PayButton pays={pays} isOffer={isOver} isHeld={isHeld} />
      </div>
    </form>
  );
}

interface PayButtonProps {
  /** Amount that a tap charges; 0 when nothing can be charged. */
  pays: number;
  /** Outlined: less than the amount tapped. */
  isOffer: boolean;
  isHeld: boolean;
}

/** The money, an arrow, and the stall that receives it. */
function PayButton({ pays, isOffer, isHeld }: PayButtonProps) {
  const isLocked = isHeld || pays === 0;
  return (
    <button
      type="submit"
      className={isOffer ? `${styles.pay} ${styles.offer}` : styles.pay}
      aria-label={saleTexts.charge(amountText(pays))}
      disabled={isLocked}
    >
      {isLocked ? (
        <Icon of={isHeld ? Hourglass : Lock} size={40} />
      ) : (
        <AmountNotes amount={pays} className={styles.payNotes} />
      )}
      <Icon of={ArrowRight} size={36} />
      <Icon of={Store} size={48} />
    </button>
  );
}

/** The amount for the stall above, the customer's remaining balance below. */
function Paying({ amount, left }: { amount: number; left: number }) {
  return (
    <div ref={wholeScreen} className={styles.screen} role="status" aria-label={saleTexts.processing}>
      <PictureBar onRepeat={() => void speak(({ charging }) => charging(amount))} />
      <div className={styles.goes}>
        <span className={styles.signs}>
          <Icon of={QrCode} size={44} />
          <Icon of={ArrowRight} size={32} />
          <Icon of={Store} size={44} />
        </span>
        <AmountNotes amount={amount} size="full" />
        <b className={styles.figure}>{amountText(amount)}</b>
      </div>
      <div className={`${styles.goes} ${styles.stays}`}>
        <span className={styles.signs}>
          <Icon of={Wallet} size={44} />
        </span>
        <AmountNotes amount={left} />
        <b className={styles.figure}>{amountText(left)}</b>
      </div>
      <div className={styles.foot}>
        <span className={`${styles.pay} ${styles.paying}`} role="img" aria-label={texts.charging}>
          <Spinner />
        </span>
      </div>
    </div>
  );
}
