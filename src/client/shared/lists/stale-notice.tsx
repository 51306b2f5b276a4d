import { timeText } from '#src/client/shared/dates.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Notice } from '#src/client/ui/notice.tsx';

interface StaleNoticeProps {
  query: { error: Error | null; dataUpdatedAt: number };
}

/** What is shown is what was known before: asking again failed. */
export function StaleNotice({ query: { error, dataUpdatedAt } }: StaleNoticeProps) {
  return error !== null && <Notice kind="pending">{listsTexts.stale(timeText(dataUpdatedAt))}</Notice>;
}
