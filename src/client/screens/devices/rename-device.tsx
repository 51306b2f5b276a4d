import { useState } from 'react';
import { FormDialog } from '#src/client/shared/confirm/form-dialog.tsx';
import { devicesTexts, marketDevicesTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { type Device, maxDeviceNameLength } from '#src/contract/devices/device.ts';

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
