import { CircleCheck, CircleMinus, CirclePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { countTexts as texts } from '#src/client/texts/cash/till-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Spoken } from '#src/client/ui/feedback/spoken.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import styles from './count.module.css';

interface ComparisonProps {
  /** Smallest unit shown. */
  expected: number;
  counted: number;
  /** Follows the figures: the question about the difference. */
  children?: ReactNode;
}

/** The books' figure beside the count, and the difference in words. */
export function Comparison({ expected, counted, children }: ComparisonProps) {
  const difference = counted - expected;
  const sign = difference === 0 ? CircleCheck : difference < 0 ? CircleMinus : CirclePlus;
  const word = difference === 0 ? texts.fits : difference < 0 ? texts.short : texts.over;
  const tone = difference === 0 ? styles.fits : difference < 0 ? styles.short : styles.over;
  return (
    <div className={`stack pad-row ruled ${styles.comparison} ${tone}`}>
      <FactList
        facts={[
          { name: texts.expected, value: amountText(expected) },
          { name: texts.counted, value: amountText(counted) },
          { name: word, sign, value: difference !== 0 && amountText(Math.abs(difference)), total: true },
        ]}
      />
      {children}
      <Spoken text={texts.spoken(amountText(counted), differenceWords(difference))} />
    </div>
  );
}

function differenceWords(difference: number): string {
  if (difference === 0) return texts.fits;
  return (difference < 0 ? texts.shortBy : texts.overBy)(amountText(Math.abs(difference)));
}

/** The difference, counted less expected, in words. */
export function DifferenceText({ difference }: { difference: number }) {
  return <Badge kind={difference === 0 ? 'paid' : 'warning'}>{differenceWords(difference)}</Badge>;
}
