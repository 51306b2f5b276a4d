import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createReward } from '#src/client/api/points.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import { maxLength } from '#src/contract/limits.ts';
import type { RewardCommand } from '#src/contract/points.ts';
import { ConfirmDialog } from '../confirm/confirm-dialog.tsx';
import { take } from '../dashboard/call-failure.ts';
import { maxTyped } from '../max-typed.ts';

export function CreateReward({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [pointsCost, setPointsCost] = useState(0);
  const [monto, setMonto] = useState(0);
  const [isTried, setTried] = useState(false);
  const create = useCreate(onClose);
  const isComplete = name.trim() !== '' && description.trim() !== '' && pointsCost > 0;

  function submit() {
    setTried(true);
    if (!isComplete) return;
    const worth = monto === 0 ? {} : { monto };
    create.mutate({ name: name.trim(), description: description.trim(), pointsCost, ...worth });
  }

  const errorOf = (isWrong: boolean, text: string) => (isTried && isWrong ? text : undefined);
  return (
    <ConfirmDialog
      title={texts.createTitle}
      no={commonTexts.cancel}
      yes={texts.save}
      busy={create.isPending}
      error={create.error}
      onNo={onClose}
      onYes={submit}
    >
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={maxLength.productName}
        value={name}
        data-safe
        error={errorOf(name.trim() === '', texts.nameNeeded)}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={texts.description}
        hint={texts.descriptionHint}
        maxLength={maxLength.reason}
        value={description}
        error={errorOf(description.trim() === '', texts.descriptionNeeded)}
        onChange={(event) => setDescription(event.target.value)}
      />
      <AmountField
        label={texts.costLabel}
        symbol=""
        amount={pointsCost}
        onAmount={setPointsCost}
        max={maxTyped}
        error={errorOf(pointsCost === 0, texts.costNeeded)}
      />
      <AmountField
        label={texts.worthLabel}
        symbol={currencySymbol()}
        amount={monto}
        onAmount={setMonto}
        max={maxTyped}
      />
    </ConfirmDialog>
  );
}

function useCreate(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (command: RewardCommand) => take(await createReward(command)),
    onSuccess: async ({ name }) => {
      showToast('success', texts.created1(name));
      onDone();
      await client.invalidateQueries({ queryKey: ['rewards'] });
    },
  });
}
