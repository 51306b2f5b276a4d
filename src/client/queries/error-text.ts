import { CallFailure } from '#src/client/queries/call-failure.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { readFailureText } from './failure-text.ts';

/** Returns why a command failed, for a person who can retry. */
export function errorText(error: Error): string {
  if (!(error instanceof CallFailure)) return commonTexts.unknownError;
  const { outcome } = error;
  return outcome.kind === 'unreachable' && outcome.reason === 'network'
    ? listsTexts.needsLink
    : readFailureText(outcome);
}
