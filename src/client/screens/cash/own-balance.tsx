import { amountText } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { payoutTexts as texts } from '#src/client/texts/cash-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { FactList } from '#src/client/ui/fact-list.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import type { StallBalance } from '#src/contract/cash.ts';
import { PayoutList } from './payout-list.tsx';
import { useStallBalances } from './use-stall-balances.ts';
import styles from './cash.module.css';

/** What the market owes this stall, and what it has paid. */
export function OwnBalance() {
  const query = useStallBalances();
  const balance = query.data?.[0];
  return (
    <>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={balance === undefined}
        empty={
          <EmptyState drawing="stall" title={texts.noStallsTitle}>
            <p>{texts.noStalls}</p>
          </EmptyState>
        }
        bare
      >
        {() => balance !== undefined && <Owed balance={balance} />}
      </ListBody>
      <PayoutList title={texts.received} withStall={false} />
    </>
  );
}

function Owed({ balance: { owed, sold, voided, paid } }: { balance: StallBalance }) {
  return (
    <Panel className={styles.till}>
      <div className={styles.facts}>
        <div>
          <h2>{owed < 0 ? texts.owes : texts.owed}</h2>
          <p className={styles.big}>{amountText(Math.abs(owed))}</p>
          {owed < 0 && <p className={styles.note}>{texts.owesNote}</p>}
        </div>
        <FactList
          facts={[
            { name: texts.sold, value: amountText(sold) },
            { name: texts.voided, value: amountText(voided) },
            { name: texts.paid, value: amountText(paid) },
          ]}
        />
      </div>
    </Panel>
  );
}
