import { useState } from 'react';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { FormDialog } from '#src/client/form/form-page.tsx';
import { openColumn } from '#src/client/list/columns.tsx';
import { serverNow } from '#src/client/state/server-clock.ts';
import {
  faultTexts,
  incidentTexts,
  marketDevicesTexts as texts,
  devicesTexts,
} from '#src/client/texts/devices/devices-texts.ts';
import { purchasesOrTopUps } from '#src/client/texts/unit-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type Device, maxDeviceNameLength } from '#src/contract/devices/schemas.ts';
import { owedOperations } from '#src/domain/device/owed-operations.ts';

/** A manager's decision about a device. */
export type DeviceChange = { kind: 'rename'; name: string } | { kind: 'revoke' | 'restore' };

interface DeviceDialogsProps {
  device: Device;
  onChange: (change: DeviceChange) => void;
  onClose: () => void;
}

/** One device and its actions. */
export function DeviceDialogs({ device, onChange, onClose }: DeviceDialogsProps) {
  const [step, setStep] = useState<'detail' | 'rename' | 'revoke'>('detail');
  if (step === 'rename')
    return (
      <FormDialog
        title={texts.rename}
        yes={texts.save}
        start={{ name: device.name }}
        fields={() => [nameField]}
        save={{ mutate: ({ name }) => onChange({ kind: 'rename', name }) }}
        onClose={onClose}
      />
    );
  if (step === 'revoke')
    return (
      <ConfirmDialog
        title={texts.askRevoke(device.name)}
        no={texts.noRevoke}
        yes={texts.yesRevoke}
        tone="danger"
        save={{ mutate: () => onChange({ kind: 'revoke' }) }}
        onNo={onClose}
      >
        <p>{texts.revokeNote}</p>
      </ConfirmDialog>
    );
  return (
    <ReadDialog
      title={device.name}
      onClose={onClose}
      actions={
        device.revokedAt === null ? (
          <>
            <Button variant="danger" onClick={() => setStep('revoke')}>
              {texts.revoke}
            </Button>
            <Button variant="secondary" onClick={() => setStep('rename')}>
              {texts.rename}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={() => onChange({ kind: 'restore' })}>
            {texts.restore}
          </Button>
        )
      }
    >
      <FactList facts={factsOf(device)} />
      <h3>{texts.incidents}</h3>
      {device.incidents.length === 0 && <p>{texts.noIncidents}</p>}
      <ul className="stack-4">
        {device.incidents.map(({ kind, seq, opId, noticedAt }) => (
          <li key={`${kind}-${seq}-${opId}-${noticedAt}`}>
            {texts.incident(incidentTexts[kind], seq, dateTimeText(noticedAt))}
          </li>
        ))}
      </ul>
      <Faults faults={device.faults ?? []} />
    </ReadDialog>
  );
}

const nameField = {
  kind: 'text',
  name: 'name',
  label: texts.newName,
  first: true,
  maxLength: maxDeviceNameLength,
  wrong: devicesTexts.nameNeeded,
} as const;

/** Program faults on the device, for the person who fixes them. */
function Faults({ faults }: { faults: NonNullable<Device['faults']> }) {
  return (
    <>
      <h3>{texts.faults}</h3>
      {faults.length === 0 && <p>{texts.noFaults}</p>}
      <ul className="stack-4">
        {faults.map(({ kind, name, place, appVersion, count, lastAt }) => (
          <li key={`${kind}-${name}-${place}-${appVersion}`}>
            {texts.fault(faultTexts[kind] ?? texts.otherFault, count, dateTimeText(lastAt))}
            <code className="under breaks">{[name, place, appVersion].filter(Boolean).join(' · ')}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function factsOf(device: Device): (Fact | false)[] {
  const { owes, reported, lastSeenAt, snapshotAsOf } = device;
  const pending = texts.pendingValue(reported.openCount, amountText(reported.openSum));
  return [
    { name: texts.owes, value: owes.count === 0 ? knownText(device) : owesText(device) },
    // The report was made before the batch that carried it: when no number is missing, it is out of date.
    owes.count > 0 && { name: texts.pendingThere, value: pending },
    { name: texts.contact, value: instantOr(lastSeenAt) },
    { name: texts.skew, value: skewText(device.clockSkewMs) },
    { name: texts.list, value: instantOr(snapshotAsOf) },
    { name: texts.version, value: device.appVersion || texts.notSaid },
    { name: texts.storage, value: device.storage || texts.notSaid },
    { name: texts.enrolledOn, value: dateTimeText(device.enrolledAt) },
  ];
}

function instantOr(instant: string | null): string {
  return instant === null ? texts.never : dateTimeText(instant);
}

export function deviceColumns(withMarket: boolean, onSee: (id: string) => void): (Column<Device> | false)[] {
  return [
    { head: texts.device, cell: ({ name }) => name, card: 'title' },
    withMarket && { head: texts.market, cell: ({ marketName }) => marketName },
    {
      head: texts.operators,
      cell: ({ operators }) =>
        operators
          .filter(({ digits }) => digits === '')
          .map(({ name }) => personName(name))
          .join(', '),
    },
    {
      head: texts.owes,
      cell: (device) =>
        device.owes.count === 0 ? knownText(device) : <Badge kind="warning">{owesText(device)}</Badge>,
    },
    { head: texts.contact, cell: ({ lastSeenAt }) => instantOr(lastSeenAt) },
    {
      head: texts.state,
      card: 'badge',
      cell: (device) => <StateBadge device={device} />,
    },
    openColumn(
      ({ name }) => texts.seeOf(name),
      ({ _id }) => onSee(_id),
    ),
  ];
}

/** No operator is approved yet. */
function isWaiting({ operators }: Device): boolean {
  return operators.every(({ digits }) => digits !== '');
}

function StateBadge({ device }: { device: Device }) {
  if (isWaiting(device)) return <Badge kind="warning">{texts.waiting}</Badge>;
  if (device.revokedAt !== null) return <Badge kind="inactive">{texts.retired}</Badge>;
  const silence = silenceOf(device);
  if (device.owes.count > 0) return <Badge kind="pending">{devicesTexts.factsToSend}</Badge>;
  if (silence === null) return <Badge kind="paid">{texts.active}</Badge>;
  return <Badge kind="unknown">{silence}</Badge>;
}

/** A device with a link reports every five minutes, ms. */
const silentMs = 10 * 60_000;

/** "Sin noticias hace 2 h 18 min", or null for a device seen recently. */
function silenceOf({ lastSeenAt }: Device): string | null {
  if (lastSeenAt === null) return texts.never;
  const ms = serverNow() - Date.parse(lastSeenAt);
  if (ms < silentMs) return null;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return texts.silentFor(texts.minutes(minutes));
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return texts.silentFor(texts.hours(hours, minutes % 60));
  return texts.silentFor(texts.days(Math.floor(hours / 24)));
}

/** "2 sin noticias · 1 debe · 2 al día", counting devices that may work. */
export function countsText(devices: readonly Device[]): string {
  const working = devices.filter((device) => device.revokedAt === null && !isWaiting(device));
  const owing = working.filter(({ owes }) => owes.count > 0);
  const settled = working.filter(({ owes }) => owes.count === 0);
  const silent = settled.filter((device) => silenceOf(device) !== null);
  return texts.counts(silent.length, owing.length, settled.length - silent.length);
}

/** "Owes nothing" holds for the moment when the device was last seen, and is dated accordingly. */
function knownText(device: Device): string {
  const { lastSeenAt } = device;
  if (lastSeenAt === null) return texts.neverHeard;
  if (silenceOf(device) === null) return devicesTexts.owesNothingThere;
  return isToday(lastSeenAt)
    ? texts.owedNothingAt(timeText(lastSeenAt))
    : texts.owedNothingOn(dateTimeText(lastSeenAt));
}

/** "3 ventas o recargas (números 41 a 46)". The range is shown only for a contiguous list. */
function owesText({ owes: { count: missing, seqs }, reported }: Device): string {
  const count = owedOperations(missing, reported.openCount);
  const [first] = seqs;
  const last = seqs.at(-1);
  if (first === undefined || last === undefined) return purchasesOrTopUps(count);
  const isRun = last - first + 1 === missing;
  if (!isRun) return devicesTexts.owes(count, seqs.slice(0, 5).join(', ') + (seqs.length > 5 ? '…' : ''));
  return devicesTexts.owes(count, first === last ? String(first) : `${first} a ${last}`);
}

/** Describes the deviation of the device's clock, in minutes. */
function skewText(clockSkewMs: number): string {
  const minutes = Math.round(clockSkewMs / 60_000);
  if (Math.abs(minutes) < 2) return texts.skewGood;
  return minutes > 0 ? texts.skewBehind(minutes) : texts.skewAhead(-minutes);
}
