import { Fragment, type ReactNode } from 'react';
import type { Paper } from '#src/client/device/print/paper.ts';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { printNumberTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import type { Fact } from '#src/client/ui/tables/fact-list.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './paper.module.css';

interface PrintedPaperProps {
  paper: Paper;
  /** A sheet to hang up: large, and in the middle. */
  isPoster?: boolean;
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
  /** Under everything else, on a sheet over its whole width. */
  below?: ReactNode;
}

/** Every paper, top to bottom, on each size; a part that is not given prints nothing. */
export function PrintedPaper(props: PrintedPaperProps) {
  const { paper, isPoster = false, issuer = [], heading, warning, amount, isDrawn = true, owner } = props;
  return (
    <article className={isPoster && paper === 'A4' ? `${styles.roll} ${styles.poster}` : looks[paper]}>
      <header className={styles.brand}>
        <Wordmark size={markSizes[paper]} tone="ink" />
        <div>
          {issuer
            .filter((line) => line !== '')
            .map((line, place) => (
              <p key={line} className={place === 0 ? styles.issuer : undefined}>
                {line}
              </p>
            ))}
        </div>
      </header>
      <div className={styles.body}>
        <h1 className={styles.heading}>{heading}</h1>
        {warning !== undefined && <p className="strong">{warning}</p>}
        {amount !== undefined && <p className={styles.amount}>{amountText(amount)}</p>}
        {amount !== undefined && isDrawn && (
          <AmountNotes amount={amount} ink="black" className={styles.notes} />
        )}
        {owner !== undefined && <p className={styles.owner}>{owner}</p>}
        {props.children}
      </div>
      {props.below}
    </article>
  );
}

const looks = { '80mm': styles.roll, '58mm': `${styles.roll} ${styles.narrow}`, A4: styles.sheet };
const markSizes = { '80mm': 30, '58mm': 22, A4: 40 };

interface PaperCodeProps {
  text: string;
  label: string;
  /** CSS length of a side including the quiet zone, or a function of the modules per side. */
  size: string | ((modules: number) => string);
  /** Text that a person types where the code is not read, and its name. */
  short?: string;
  shortName?: string;
}

/** The code, on a sheet beside the words. */
export function PaperCode({ short, shortName, ...code }: PaperCodeProps) {
  return (
    <div className={styles.code}>
      <QrCode {...code} className="centred" />
      {shortName !== undefined && <p>{shortName}</p>}
      {short !== undefined && <p className={styles.short}>{short}</p>}
    </div>
  );
}

/** Names and values between two dashed lines. */
export function PaperFacts({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        (fact) =>
          fact !== false && (
            <Fragment key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </Fragment>
          ),
      )}
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
