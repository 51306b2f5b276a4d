import { Fragment, type ReactNode } from 'react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { printNumberTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import styles from './paper.module.css';

interface RollPaperProps {
  /** A sheet of A4 gets the wide roll's layout. */
  paper: Paper;
  /** Lines under the wordmark, the first in bold; empty ones are left out. */
  issuer?: readonly string[];
  heading: string;
  /** In bold, before the amount. */
  warning?: string | undefined;
  /** In the smallest unit shown; also drawn as notes unless `isDrawn` is false. */
  amount?: number;
  isDrawn?: boolean;
  /** In bold, after the amount. */
  owner?: string;
  children: ReactNode;
}

/** The beginning of every paper, top to bottom; a part that is not given prints nothing. */
export function RollPaper(props: RollPaperProps) {
  const { paper, issuer = [], heading, warning, amount, isDrawn = true, owner, children } = props;
  const isNarrow = paper === '58mm';
  return (
    <article className={`${styles.roll} ${isNarrow ? styles.narrow : styles.wide}`}>
      <header className={styles.brand}>
        <Wordmark size={isNarrow ? 24 : 30} tone="ink" />
        {issuer
          .filter((line) => line !== '')
          .map((line, place) => (
            <p key={line} className={place === 0 ? styles.issuer : undefined}>
              {line}
            </p>
          ))}
      </header>
      <h1 className={styles.heading}>{heading}</h1>
      {warning !== undefined && <p className={styles.careful}>{warning}</p>}
      {amount !== undefined && <p className={styles.amount}>{amountText(amount)}</p>}
      {amount !== undefined && isDrawn && (
        <AmountNotes amount={amount} ink="black" className={styles.notes} />
      )}
      {owner !== undefined && <p className={styles.owner}>{owner}</p>}
      {children}
    </article>
  );
}

/** Names and values between two dashed lines. */
export function PaperFacts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A line to sign on for each name, with space for a fingerprint above it. */
export function Signatures({ names }: { names: readonly string[] }) {
  return (
    <div className={styles.signatures}>
      {names.map((name) => (
        <p key={name}>{name}</p>
      ))}
    </div>
  );
}

/** Which copy of the paper this is; from the second on a box says that it is worth nothing more. */
export function PrintNumber({ number, of }: { number: number; of: keyof typeof texts.same }) {
  if (number <= 1) return <p className={styles.copyNumber}>{texts.first(number)}</p>;
  return (
    <p className={styles.end}>
      <b>{texts.again(number)}</b> {texts.same[of]}
    </p>
  );
}
