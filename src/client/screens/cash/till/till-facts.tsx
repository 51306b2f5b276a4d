import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { tillTexts as texts } from '#src/client/texts/cash/cash-texts.ts';
import { lettersOf } from '#src/client/ui/letters-of.ts';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { Till } from '#src/contract/cash/till.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from '../cash.module.css';

/** The cash expected in a till, and the movements behind it. */
export function TillFacts({ till }: { till: Till }) {
  const { expected, topUps, topUpVoids, floats, lastCountAt } = till;
  const float = floats.count === 0 ? [] : [{ name: texts.float, value: amountText(floats.total) }];
  const last = {
    name: texts.lastCount,
    value: lastCountAt === null ? texts.never : dateTimeText(lastCountAt),
  };
  return (
    <div className={styles.facts}>
      <div>
        <h2>{texts.expected}</h2>
        <p className={styles.big} style={lettersOf(amountText(expected))}>
          {amountText(expected)}
        </p>
      </div>
      <FactList
        facts={[
          {
            name: texts.toppedUp,
            value: texts.toppedUpValue(amountText(topUps.total), formatAmount(topUps.count)),
          },
          ...(topUpVoids.count === 0
            ? []
            : [
                {
                  name: texts.undone,
                  value: texts.toppedUpValue(
                    amountText(0 - topUpVoids.total),
                    formatAmount(topUpVoids.count),
                  ),
                },
              ]),
          ...float,
          last,
        ]}
      />
    </div>
  );
}
