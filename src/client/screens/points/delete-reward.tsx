import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteReward } from '#src/client/api/points.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { rewardTexts as texts } from '#src/client/texts/points-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { Reward } from '#src/contract/points.ts';

export function DeleteReward({ reward, onClose }: { reward: Reward; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => take(await deleteReward(reward._id)),
    onSuccess: async () => {
      showToast('success', texts.deleted1(reward.name));
      onClose();
      await client.invalidateQueries({ queryKey: ['rewards'] });
    },
  });
  return (
    <ConfirmDialog
      title={texts.askDelete(reward.name)}
      no={texts.noDelete}
      yes={texts.yesDelete}
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      onNo={onClose}
      onYes={() => remove.mutate()}
    >
      <p>{texts.deleteNote}</p>
    </ConfirmDialog>
  );
}
