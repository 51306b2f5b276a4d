import { CallFailure } from '#src/client/queries/call-failure.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Notice } from '#src/client/ui/notice.tsx';
import { failureText } from './failure-text.ts';

/** Why what was asked for did not happen. */
export function FailureNotice({ error }: { error: Error | null }) {
  if (error === null) return null;
  return <Notice kind="refused">{sentenceOf(error)}</Notice>;
}

function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailure)) return commonTexts.unknownError;
  const { outcome } = error;
  return outcome.kind === 'unreachable' && outcome.reason !== 'server'
    ? listsTexts.needsLink
    : failureText(outcome);
}
