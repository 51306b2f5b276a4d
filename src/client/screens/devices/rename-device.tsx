import { type FormEvent, useState } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { devicesTexts, marketDevicesTexts as texts } from '#src/client/texts/office/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { type Device, maxDeviceNameLength } from '#src/contract/device.ts';

interface RenameDeviceProps {
  device: Device;
  onClose: () => void;
  onName: (name: string) => void;
}

const formId = 'nombre-del-dispositivo';

export function RenameDevice({ device, onClose, onName }: RenameDeviceProps) {
  const [name, setName] = useState(device.name);
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') setError(devicesTexts.nameNeeded);
    else onName(name.trim());
  }

  return (
    <Dialog
      title={texts.rename}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" form={formId}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          data-safe
          label={texts.newName}
          maxLength={maxDeviceNameLength}
          error={error}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
