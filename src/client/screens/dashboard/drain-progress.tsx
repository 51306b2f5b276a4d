import { useConnection } from '#src/client/state/connection.ts';
import { chipTexts } from '#src/client/texts/chip-texts.ts';
import { ProgressBar } from '#src/client/ui/progress-bar.tsx';

/** Under the bar while the outbox drains. One operation is answered within the tap and shows nothing. */
export function DrainProgress() {
  const { sending } = useConnection();
  if (sending === null || sending.total < 2) return null;
  return <ProgressBar label={chipTexts.progress} done={sending.done} total={sending.total} />;
}
