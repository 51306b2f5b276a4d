import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { tillTexts as texts } from '#src/client/texts/cash-texts.ts';
import { FactList } from '#src/client/ui/fact-list.tsx';
import type { Till } from '#src/contract/cash.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from './cash.module.css';

export function TillFacts({ till: { expected, topUps, lastCountAt } }: { till: Till }) {
  return (
    <div className={styles.facts}>
      <div>
        <h2>{texts.expected}</h2>
        <p className={styles.big}>{amountText(expected)}</p>
      </div>
      <FactList
        facts={[
          {
            name: texts.toppedUp,
            value: texts.toppedUpValue(amountText(topUps.total), formatAmount(topUps.count)),
          },
          { name: texts.lastCount, value: lastCountAt === null ? texts.never : dateTimeText(lastCountAt) },
        ]}
      />
    </div>
  );
}
