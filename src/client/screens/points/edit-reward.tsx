import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editReward } from '#src/client/api/points.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { CheckField } from '#src/client/ui/check-field.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Reward, RewardEdit } from '#src/contract/points.ts';
import { commandOf, isComplete, type RewardDraft } from './reward-draft.ts';
import { RewardFields } from './reward-fields.tsx';

/** What was redeemed before stays as it was. */
export function EditReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const [draft, setDraft] = useState<RewardDraft>({ ...reward, monto: reward.monto ?? 0 });
  const [active, setActive] = useState(reward.active);
  const client = useQueryClient();
  const edit = useMutation({
    mutationFn: async (command: RewardEdit) => take(await editReward(command)),
    onSuccess: async ({ name }) => {
      showToast('success', texts.saved1(name));
      onClose();
      await client.invalidateQueries({ queryKey: ['rewards'] });
    },
  });
  return (
    <ConfirmDialog
      title={texts.editTitle}
      no={commonTexts.cancel}
      yes={texts.saveEdit}
      busy={edit.isPending}
      error={edit.error}
      onNo={onClose}
      onYes={() => {
        if (isComplete(draft)) edit.mutate({ ...commandOf(draft), id: reward._id, active });
      }}
    >
      <RewardFields draft={draft} onDraft={setDraft} isTried />
      <CheckField label={texts.active} hint={texts.activeNote} checked={active} onChecked={setActive} />
    </ConfirmDialog>
  );
}
