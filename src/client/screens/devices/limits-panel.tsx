import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readExposure } from '#src/client/api/devices.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { offlineTexts } from '#src/client/texts/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { type Fact, FactList } from '#src/client/ui/fact-list.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import type { Exposure } from '#src/contract/device.ts';
import { LimitsForm } from './limits-form.tsx';
import styles from './devices.module.css';

/** What the market's devices may do without a link, and what that can cost at worst, in figures. */
export function LimitsPanel() {
  const query = useQuery({
    queryKey: ['exposure'],
    queryFn: async () => take(await readExposure()),
  });
  const [isChanging, setChanging] = useState(false);
  const exposure = query.data;
  return (
    <Panel className={styles.panel} aria-labelledby="limites">
      <h2 id="limites">{texts.limits}</h2>
      <p>{texts.limitsNote}</p>
      {query.isPending && <SkeletonRows rows={2} />}
      {query.error !== null && exposure === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {exposure !== undefined && isChanging && (
        <LimitsForm limits={exposure.limits} onDone={() => setChanging(false)} />
      )}
      {exposure !== undefined && !isChanging && (
        <>
          <FactList facts={factsOf(exposure)} />
          <Risk exposure={exposure} />
          <div>
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {texts.change}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function factsOf({ limits }: Exposure): Fact[] {
  const sum = (amount: number) => <span className={styles.sum}>{amountText(amount)}</span>;
  return [
    { name: texts.perVoucher, value: sum(limits.perVoucher) },
    { name: texts.perDevice, value: sum(limits.perDevice) },
    { name: texts.snapshotHours, value: offlineTexts.hours(limits.snapshotHours) },
    { name: texts.kioskVoucher, value: sum(limits.kioskVoucher) },
    { name: texts.kioskTotal, value: sum(limits.kioskTotal) },
  ];
}

/** The formula in the market's own numbers (docs/decisions/0006). */
function Risk({ exposure }: { exposure: Exposure }) {
  const { limits, stallDevices, largestBalance, worstPerVoucher, worstTotal } = exposure;
  const each = texts.eachVoucher(amountText(limits.perVoucher), amountText(largestBalance));
  return (
    <section className={styles.formula}>
      <h3>{texts.risk}</h3>
      <p>
        <b>{texts.riskVoucher}</b>
        {texts.formulaVoucher(stallDevices, each, amountText(worstPerVoucher))}
      </p>
      <p>
        <b>{texts.riskTotal}</b>
        {texts.formulaVoucher(stallDevices, amountText(limits.perDevice), amountText(worstTotal))}
      </p>
      <p>{texts.riskNote}</p>
    </section>
  );
}
