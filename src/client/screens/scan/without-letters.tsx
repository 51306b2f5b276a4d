import {
  ArrowLeft,
  ArrowRight,
  type LucideIcon,
  ShoppingBasket,
  Store,
  TabletSmartphone,
  UserRound,
  Volume2,
  Wallet,
  Wifi,
  WifiOff,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { readChoice } from '#src/client/device/kept-choice.ts';
import { speakAgain } from '#src/client/device/voice/announce.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { stallPurchaseTexts } from '#src/client/texts/purchases/scan-texts.ts';
import { drawingTexts as texts } from '#src/client/texts/purchases/seen-and-heard-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ResultScreen } from '#src/client/ui/layers/result-screen.tsx';
import type { Pesos } from '#src/protocol/brands.ts';
import styles from './without-letters.module.css';

/** Whether this device sells with drawings and voice only. */
export function isDrawn(): boolean {
  return readChoice('pictures') === 'yes';
}

/** The sale without letters: a word beside a drawing is not seen, only read out. */
export function Look({ children }: { children: ReactNode }) {
  if (!isDrawn()) return children;
  return (
    <div className={styles.look} data-look="drawn">
      {children}
    </div>
  );
}

interface DrawnBarProps {
  /** Balance of the voucher once one is read; before that this is the stall's own screen. */
  holds?: Pesos;
  onBack: () => void;
}

/** Replaces the page's bar: way back, balance, link state, and the speaker. */
export function DrawnBar({ holds, onBack }: DrawnBarProps) {
  const isAway = useConnection().link === 'offline';
  return (
    <header className={`row-12 underlined ${styles.bar}`}>
      <button
        type="button"
        className={`back ${styles.tool}`}
        aria-label={stallPurchaseTexts.back}
        onClick={onBack}
      >
        <Icon of={ArrowLeft} size={32} />
      </button>
      <Icon of={holds === undefined ? Store : Wallet} size={36} />
      {holds !== undefined && <AmountNotes amount={holds} className={`fill ${styles.holds}`} />}
      <span
        className={`row soft end ${styles.link}`}
        role="img"
        aria-label={isAway ? texts.noLink : texts.link}
      >
        <Icon of={isAway ? WifiOff : Wifi} size={32} />
      </span>
      <Speaker />
    </header>
  );
}

function Speaker() {
  return (
    <button type="button" className={`back ${styles.tool}`} aria-label={texts.repeat} onClick={speakAgain}>
      <Icon of={Volume2} size={32} />
    </button>
  );
}

interface MoneyButtonProps extends ComponentProps<typeof Button> {
  label: string;
  amount: Pesos;
  /** Drawing of the place that the money goes to. */
  to: LucideIcon;
}

/** Shows its label, or without letters the money and where it goes. */
export function MoneyButton({ label, amount, to, ...button }: MoneyButtonProps) {
  if (!isDrawn()) return <Button {...button}>{label}</Button>;
  return (
    <Button {...button} aria-label={label} trailing={to}>
      <AmountNotes amount={amount} size="line" />
      <Icon of={ArrowRight} size={28} />
    </Button>
  );
}

/** A result of the sale. Without letters the delivery is drawn, and the speaker repeats the words. */
export function PurchaseOutcome({ delivery, ...result }: ComponentProps<typeof ResultScreen>) {
  if (!isDrawn() || delivery === undefined) return <ResultScreen {...result} delivery={delivery} />;
  return (
    <ResultScreen
      {...result}
      aside={
        <span className={styles.corner}>
          <Speaker />
        </span>
      }
      notes={
        <>
          {result.notes}
          {result.kind === 'accepted' && <Later />}
        </>
      }
      delivery={{
        ...delivery,
        text: (
          <>
            {delivery.deliver && <Icon of={ArrowRight} />}
            <span className={delivery.deliver ? undefined : styles.crossed}>
              <Icon of={delivery.deliver ? UserRound : ShoppingBasket} />
            </span>
            <span className="visually-hidden">{delivery.text}</span>
          </>
        ),
      }}
    />
  );
}

/** On the tablet now, with the market later. */
function Later() {
  return (
    <span className={`row-12 ${styles.later}`} role="img" aria-label={texts.later}>
      {[WifiOff, ArrowRight, TabletSmartphone, ArrowRight, Wifi].map((sign, place) => (
        <Icon key={place} of={sign} size={36} />
      ))}
    </span>
  );
}

/** For a list of facts: notes and coins, then the figure. */
export function DrawnAmount({ amount }: { amount: Pesos }) {
  return (
    <>
      <AmountNotes amount={amount} size="line" /> {amountText(amount)}
    </>
  );
}
