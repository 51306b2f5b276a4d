import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '#src/client/shared/confirm/form-dialog.tsx';
import { maxPinAttempts } from '#src/client/local/device/operators.ts';
import { useOperators } from '#src/client/local/live-device.ts';
import type { Operator } from '#src/client/local/rows.ts';
import { personName } from '#src/client/shared/names.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { unlockDevice } from '#src/client/state/unlocked.ts';
import { offlineTexts as texts } from '#src/client/texts/counter/offline-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { pinDigits } from '#src/domain/device/weak-pin.ts';

/** Where the device has operators: the way in without a link. */
export function OfflineEntry({ onOpened }: { onOpened: () => void }) {
  const operators =
    useOperators()?.filter(({ pin, isActive, digits }) => pin !== null && isActive && digits === undefined) ??
    [];
  const [isOpen, setOpen] = useState(false);
  if (operators.length === 0) return null;
  const areAllLocked = operators.every(({ attempts }) => attempts >= maxPinAttempts);
  return (
    <>
      <Button variant="secondary" wide icon={KeyRound} disabled={areAllLocked} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <PinDialog operators={operators} onClose={() => setOpen(false)} onOpened={onOpened} />}
    </>
  );
}

interface PinDialogProps {
  operators: readonly Operator[];
  onClose: () => void;
  onOpened: () => void;
}

function PinDialog({ operators, onClose, onOpened }: PinDialogProps) {
  const loadCommands = useCommands();
  const [chosen, setChosen] = useState(operators[0]?.id ?? '');
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit() {
    const operator = operators.find(({ id }) => id === chosen);
    if (operator === undefined || pin.length !== pinDigits || busy) return;
    setBusy(true);
    const result = await (await loadCommands()).tryPin(operator.id, pin);
    setBusy(false);
    setPin('');
    if (result.kind === 'right') {
      const { id, userType } = operator;
      unlockDevice({ id, userType });
      onOpened();
    } else if (result.kind === 'wrong' && result.left > 0) setError(texts.wrongPin(result.left));
    else setError(result.kind === 'none' ? texts.nobody : texts.locked);
  }

  return (
    <FormDialog
      title={texts.openTitle}
      submitLabel={texts.unlock}
      busyLabel={texts.checking}
      busy={busy}
      intro={<p>{texts.openNote}</p>}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {operators.length > 1 && (
        <SelectField
          label={texts.operator}
          options={operators.map(({ id, ownerName, placeName }) => ({
            value: id,
            label: `${personName(ownerName)} · ${placeName}`,
          }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      <Field
        data-safe
        label={texts.pin}
        icon={KeyRound}
        type="password"
        inputMode="numeric"
        maxLength={pinDigits}
        error={error}
        value={pin}
        onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
      />
    </FormDialog>
  );
}
