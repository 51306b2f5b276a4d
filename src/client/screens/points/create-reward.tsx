import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createReward } from '#src/client/api/points.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { useFormKey } from '#src/client/shared/operation/use-form-key.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { RewardCommand } from '#src/contract/points.ts';
import { commandOf, emptyReward, isComplete } from './reward-draft.ts';
import { RewardFields } from './reward-fields.tsx';

export function CreateReward({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyReward);
  const [isTried, setTried] = useState(false);
  const create = useCreate(onClose);

  function submit() {
    setTried(true);
    if (isComplete(draft)) create.mutate(commandOf(draft));
  }

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
      <RewardFields draft={draft} onDraft={setDraft} isTried={isTried} />
    </ConfirmDialog>
  );
}

function useCreate(onDone: () => void) {
  const client = useQueryClient();
  const { keyOf } = useFormKey();
  return useMutation({
    mutationFn: async (command: RewardCommand) => take(await createReward(keyOf(command), command)),
    onSuccess: async ({ name }) => {
      showToast('success', texts.created1(name));
      onDone();
      await client.invalidateQueries({ queryKey: ['rewards'] });
    },
  });
}
