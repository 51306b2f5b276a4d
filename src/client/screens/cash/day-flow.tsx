import { amountText } from '#src/client/shared/amounts.ts';
import { dayTexts as texts } from '#src/client/texts/cash-texts.ts';
import { type Fact, FactList } from '#src/client/ui/fact-list.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import type { DayClose } from '#src/contract/cash.ts';
import { flowOf } from './balance-sheet.ts';
import styles from './cash.module.css';

/** Cash taken is what was topped up; what was topped up is spent or outstanding. */
export function DayFlow({ close }: { close: DayClose }) {
  const flow = flowOf(close);
  const gap = flow.cashTaken - flow.toppedUp;
  const facts: (Fact | false)[] = [
    { name: texts.before, value: amountText(flow.before) },
    { name: texts.toppedUp, value: signed(flow.toppedUp) },
    flow.rewards !== 0 && { name: texts.rewards, value: signed(flow.rewards) },
    { name: texts.spent, value: signed(-flow.spent) },
    flow.expired !== 0 && { name: texts.expired, value: signed(-flow.expired) },
    { name: texts.outstanding, value: amountText(flow.outstanding), total: true },
  ];
  return (
    <Panel className={styles.flow}>
      <h3>{texts.flow}</h3>
      <FactList facts={[{ name: texts.cashTaken, value: amountText(flow.cashTaken) }]} />
      {gap === 0 ? (
        <p className={styles.note}>{texts.same}</p>
      ) : (
        <Notice kind="refused">{texts.notSame(amountText(Math.abs(gap)))}</Notice>
      )}
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  );
}

/** "+$50,000", "-$12,500" */
function signed(amount: number): string {
  return amount > 0 ? `+${amountText(amount)}` : amountText(amount);
}
