import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { FailureNotice, QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { marketDevicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type Amount, toAmount } from '#src/contract/brands.ts';
import type { Exposure } from '#src/contract/devices/schemas.ts';
import { settlementCalls } from '#src/contract/settlement/calls.ts';
import styles from './devices.module.css';

/** Limits of the market's devices without a link, and the worst possible loss, in figures. */
export function LimitsPanel() {
  const query = useQuery({
    queryKey: keys.exposure.all,
    queryFn: async () => unwrap(await callServer(settlementCalls.readExposure)),
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
        <LimitsForm exposure={exposure} onDone={() => setChanging(false)} />
      )}
      {exposure !== undefined && !isChanging && (
        <>
          <FactList facts={factsOf(exposure)} />
          {exposure.stallDevices > 0 && <Risk exposure={exposure} />}
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
    { name: texts.foreignVoucher, value: sum(limits.foreignVoucher ?? 0) },
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
        {texts.formula(stallDevices, each, amountText(worstPerVoucher))}
      </p>
      <p>
        <b>{texts.riskTotal}</b>
        {texts.formula(stallDevices, amountText(limits.perDevice), amountText(worstTotal))}
      </p>
      <p>{texts.riskNote}</p>
    </section>
  );
}

const amounts = ['perVoucher', 'perDevice', 'kioskVoucher', 'kioskTotal', 'foreignVoucher'] as const;

/** The bound that follows from what is typed. */
function DraftBound({ devices, each }: { devices: number; each: Amount }) {
  if (devices === 0) return null;
  return (
    <p role="status">
      <b>{texts.riskTotal}</b> {texts.formula(devices, amountText(each), amountText(devices * each))}
    </p>
  );
}

function LimitsForm({ exposure, onDone }: { exposure: Exposure; onDone: () => void }) {
  const { limits } = exposure;
  const [draft, setDraft] = useState(limits);
  const [hours, setHours] = useState(String(limits.snapshotHours));
  const snapshotHours = Number(hours);
  const areHoursGood = Number.isInteger(snapshotHours) && snapshotHours >= 1 && snapshotHours <= 720;
  const save = useChange(
    'limits changed',
    () => {
      const { perVoucher, perDevice, kioskVoucher, kioskTotal, foreignVoucher = toAmount(0) } = draft;
      return callServer(settlementCalls.changeLimits, {
        body: {
          perVoucher,
          perDevice,
          snapshotHours,
          kioskVoucher,
          kioskTotal,
          foreignVoucher,
        },
      });
    },
    () => {
      showToast('success', texts.limitsSaved);
      onDone();
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (areHoursGood) save.mutate();
  }

  return (
    <form className={styles.limits} noValidate onSubmit={submit}>
      {amounts.map((name) => (
        <AmountField
          key={name}
          label={texts[name]}
          symbol={currencySymbol()}
          note={name === 'foreignVoucher' ? texts.foreignNote : undefined}
          amount={draft[name] ?? toAmount(0)}
          onAmount={(amount) => setDraft({ ...draft, [name]: amount })}
          max={maxTyped}
        />
      ))}
      <Field
        label={texts.snapshotHours}
        inputMode="numeric"
        maxLength={3}
        error={areHoursGood ? undefined : texts.hoursRange}
        value={hours}
        onChange={(event) => setHours(event.target.value.replaceAll(/\D/g, ''))}
      />
      <DraftBound devices={exposure.stallDevices} each={draft.perDevice} />
      <FailureNotice error={save.error} />
      <div className="cluster">
        <Button variant="secondary" onClick={onDone}>
          {commonTexts.cancel}
        </Button>
        <Button type="submit" busy={save.isPending}>
          {texts.saveLimits}
        </Button>
      </div>
    </form>
  );
}
