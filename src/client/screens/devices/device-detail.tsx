import { useState } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import {
  incidentTexts,
  marketDevicesTexts as texts,
  devicesTexts,
} from '#src/client/texts/office/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type Device, maxDeviceNameLength } from '#src/contract/devices/device.ts';
import { FormDialog } from '#src/client/shared/confirm/form-dialog.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { owesText, skewText } from './device-table.tsx';
import styles from './devices.module.css';

interface DeviceDetailProps {
  device: Device;
  onClose: () => void;
  onRename: () => void;
  onRevoke: () => void;
  onRestore: () => void;
}

export function DeviceDetail({ device, onClose, onRename, onRevoke, onRestore }: DeviceDetailProps) {
  return (
    <ReadDialog
      title={device.name}
      onClose={onClose}
      actions={
        <>
          {device.revokedAt === null && (
            <>
              <Button variant="danger" onClick={onRevoke}>
                {texts.revoke}
              </Button>
              <Button variant="secondary" onClick={onRename}>
                {texts.rename}
              </Button>
            </>
          )}
          {device.revokedAt !== null && (
            <Button variant="secondary" onClick={onRestore}>
              {texts.restore}
            </Button>
          )}
        </>
      }
    >
      <FactList facts={factsOf(device)} />
      <h3>{texts.incidents}</h3>
      {device.incidents.length === 0 && <p>{texts.noIncidents}</p>}
      <ul className={styles.incidents}>
        {device.incidents.map(({ kind, seq, opId, noticedAt }) => (
          <li key={`${kind}-${seq}-${opId}-${noticedAt}`}>
            {texts.incident(incidentTexts[kind], seq, dateTimeText(noticedAt))}
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
}

function factsOf(device: Device): Fact[] {
  const { reported } = device;
  return [
    { name: texts.owes, value: owesText(device.owes) },
    {
      name: texts.pendingThere,
      value: texts.pendingValue(reported.openCount, amountText(reported.openSum)),
    },
    {
      name: texts.contact,
      value: device.lastSeenAt === null ? texts.never : dateTimeText(device.lastSeenAt),
    },
    { name: texts.skew, value: skewText(device.clockSkewMs) },
    {
      name: texts.list,
      value: device.snapshotAsOf === null ? texts.never : dateTimeText(device.snapshotAsOf),
    },
    { name: texts.version, value: device.appVersion || texts.notSaid },
    { name: texts.storage, value: device.storage || texts.notSaid },
    { name: texts.enrolledOn, value: dateTimeText(device.enrolledAt) },
  ];
}

interface RenameDeviceProps {
  device: Device;
  onClose: () => void;
  onName: (name: string) => void;
}

export function RenameDevice({ device, onClose, onName }: RenameDeviceProps) {
  const [name, setName] = useState(device.name);
  const [error, setError] = useState<string>();

  function submit() {
    if (name.trim() === '') setError(devicesTexts.nameNeeded);
    else onName(name.trim());
  }

  return (
    <FormDialog title={texts.rename} submitLabel={texts.save} onClose={onClose} onSubmit={submit}>
      <Field
        data-safe
        label={texts.newName}
        maxLength={maxDeviceNameLength}
        error={error}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
