import { useMutation, useQueryClient } from '@tanstack/react-query';
import { closeDay } from '#src/client/api/cash.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { dateText, dayText } from '#src/client/shared/dates.ts';
import { dayTexts as texts } from '#src/client/texts/cash-texts.ts';
import { Notice } from '#src/client/ui/notice.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { DayClose } from '#src/contract/cash.ts';

interface CloseDayProps {
  close: DayClose;
  onClose: () => void;
}

/** A day is closed once: asked again, it says that it is. */
export function CloseDay({ close: { day, devices, tills }, onClose }: CloseDayProps) {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: async () => take(await closeDay(day)),
    onSuccess: () => {
      showToast('success', texts.closed1(dateText(day)));
      onClose();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['day', day] }),
        client.invalidateQueries({ queryKey: ['closed-days'] }),
      ]),
  });
  return (
    <ConfirmDialog
      title={texts.askClose(dayText(day).toLowerCase())}
      no={texts.noClose}
      yes={texts.yesClose}
      busy={keep.isPending}
      error={keep.error}
      onNo={onClose}
      onYes={() => keep.mutate()}
    >
      {(devices.length > 0 || tills.length > 0) && <Notice kind="pending">{texts.closeAnyway}</Notice>}
      <p>{texts.closeNote}</p>
    </ConfirmDialog>
  );
}
