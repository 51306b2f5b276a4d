import { Check, Hand, HandCoins, Hourglass, type LucideIcon, ShoppingBasket, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { wholeScreen } from '#src/client/ui/layers/whole-screen.ts';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import styles from './result-screen.module.css';

/**
 * `accepted`: handed over offline, to be confirmed; `voided`: withdrawn; `received`: cash of a till.
 */
export type ResultKind = 'paid' | 'refused' | 'pending' | 'accepted' | 'voided' | 'received';

interface ResultScreenProps {
  kind: ResultKind;
  verdict: string;
  amount?: string | undefined;
  /** The amount as notes and coins. */
  notes?: ReactNode;
  /** One or two sentences under the verdict. */
  message?: ReactNode;
  facts?: readonly (Fact | false)[];
  /** Whether to hand over the product; absent on the customer's own phone. */
  delivery?: { deliver: boolean; text: ReactNode } | undefined;
  actions: ReactNode;
  /** Beside the sign. */
  aside?: ReactNode;
}

const signs: Record<ResultKind, LucideIcon> = {
  paid: Check,
  refused: X,
  pending: Hourglass,
  accepted: ShoppingBasket,
  voided: Undo2,
  received: HandCoins,
};

/** Time during which new buttons ignore taps, ms. */
const tapGuardMs = 400;

/**
 * A ref for buttons that appear where a person just tapped or may be tapping: the second tap of a double tap would
 * dismiss a result before anyone has seen it, and a finger on the pad would take an offer. The focus stays.
 */
export function ignoreEarlyTaps(buttons: HTMLElement | null): void {
  if (buttons === null) return;
  buttons.style.pointerEvents = 'none';
  setTimeout(() => {
    buttons.style.pointerEvents = '';
  }, tapGuardMs);
}

export function ResultScreen(props: ResultScreenProps) {
  const { kind, verdict, amount, notes, message, facts = [], delivery, actions, aside } = props;
  return (
    <section
      ref={wholeScreen}
      className={`column ${styles.result} ${styles[kind]}`}
      aria-live="assertive"
      role="alert"
    >
      <div className={`column ${styles.sheet}`}>
        <div className={`cluster ${styles.signs}`}>
          <div className={styles.sign}>
            <Icon of={signs[kind]} size={84} />
          </div>
          {aside}
        </div>
        <h1 className={styles.verdict} tabIndex={-1} ref={focusOnMount}>
          {verdict}
        </h1>
        {kind !== 'refused' && amount !== undefined && (
          <p className={styles.amount} style={lettersOf(amount)} translate="no">
            {amount}
          </p>
        )}
        {notes}
        {message !== undefined && <div className={`stack-8 strong ${styles.message}`}>{message}</div>}
        {delivery !== undefined && (
          <p className={`row-12 ${styles.delivery}`}>
            <Icon of={delivery.deliver ? ShoppingBasket : Hand} size={32} />
            <span>{delivery.text}</span>
          </p>
        )}
        {facts.length > 0 && <FactList facts={facts} className={styles.facts} />}
        <div ref={ignoreEarlyTaps} className={`stack-12 ${styles.foot}`}>
          {actions}
        </div>
      </div>
    </section>
  );
}
