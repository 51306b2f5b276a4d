import { useState } from 'react';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { ComplaintRow } from '../contract/schemas.ts';
import { complaintsTexts as texts } from '../texts/complaints-texts.ts';

const dayMs = 86_400_000;

/** Shows the time left to answer, or the answer. */
export function DueBadge({ complaint }: { complaint: ComplaintRow }) {
  const [now] = useState(Date.now);
  const { answer, isOverdue, dueAt } = complaint;
  if (answer !== null)
    return (
      <Badge kind={answer.verdict === 'NONE' ? 'inactive' : 'undone'}>{texts.decided(answer.verdict)}</Badge>
    );
  if (isOverdue) return <Badge kind="refused">{texts.overdue}</Badge>;
  const days = Math.floor((Date.parse(dueAt) - now) / dayMs);
  return <Badge kind="pending">{days < 1 ? texts.dueToday : texts.dueIn(days)}</Badge>;
}
