import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { type Draftable, FormBlock, saying, useSave } from '#src/client/form/form-page.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { marketDevicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { conflictCalls } from '#src/contract/conflicts/calls.ts';
import {
  type Exposure,
  type OfflineLimitsCommand,
  offlineLimitsCommandSchema,
} from '#src/contract/devices/schemas.ts';
import { type Amount, toAmount } from '#src/protocol/brands.ts';

/** Limits of the market's devices without a link, and the worst possible loss, in figures. */
export function LimitsPanel() {
  const query = useRead(keys.exposure.all, () => callServer(conflictCalls.readExposure));
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel className="panel-body" aria-labelledby="limites">
      <h2 id="limites">{texts.limits}</h2>
      <p>{texts.limitsNote}</p>
      <ListBody query={query} data={query.data} skeletonRows={2} bare>
        {(exposure) =>
          isChanging ? (
            <LimitsForm exposure={exposure} onDone={() => setChanging(false)} />
          ) : (
            <>
              <FactList facts={factsOf(exposure)} />
              {exposure.stallDevices > 0 && <Risk exposure={exposure} />}
              <div>
                <Button variant="secondary" onClick={() => setChanging(true)}>
                  {texts.change}
                </Button>
              </div>
            </>
          )
        }
      </ListBody>
    </Panel>
  );
}

function factsOf({ limits }: Exposure): Fact[] {
  const sum = (amount: number) => <span className="whole">{amountText(amount)}</span>;
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
    <section className="stack-4">
      <h3>{texts.risk}</h3>
      <p>
        <b>{texts.riskVoucher}</b>
        <br />
        {texts.formula(stallDevices, each, amountText(worstPerVoucher))}
      </p>
      <p>
        <b>{texts.riskTotal}</b>
        <br />
        {texts.formula(stallDevices, amountText(limits.perDevice), amountText(worstTotal))}
      </p>
      <p>{texts.riskNote}</p>
    </section>
  );
}

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
  const { perVoucher, perDevice, snapshotHours, kioskVoucher, kioskTotal, foreignVoucher } = exposure.limits;
  const save = useSave(
    'limits changed',
    (body: LimitsDraft) => callServer(conflictCalls.changeLimits, { body }),
    saying(() => texts.limitsSaved, onDone),
  );
  return (
    <FormBlock<LimitsDraft>
      contract={offlineLimitsCommandSchema}
      start={{
        perVoucher,
        perDevice,
        snapshotHours,
        kioskVoucher,
        kioskTotal,
        foreignVoucher: foreignVoucher ?? toAmount(0),
      }}
      fields={(draft) => [
        ...amountFields,
        { kind: 'count', name: 'snapshotHours', label: texts.snapshotHours, wrong: texts.hoursRange },
        { kind: 'part', of: <DraftBound devices={exposure.stallDevices} each={draft.perDevice} /> },
      ]}
      save={save}
      yes={texts.saveLimits}
    >
      <Button variant="secondary" onClick={onDone}>
        {buttonTexts.cancel}
      </Button>
    </FormBlock>
  );
}

type LimitsDraft = Draftable<OfflineLimitsCommand>;

const amounts = ['perVoucher', 'perDevice', 'kioskVoucher', 'kioskTotal', 'foreignVoucher'] as const;

const amountFields = amounts.map((name) => ({
  kind: 'amount' as const,
  name,
  label: texts[name],
  note: name === 'foreignVoucher' ? texts.foreignNote : undefined,
}));
