import { CallFailure } from '#src/client/queries/call-failure.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { failureText } from './failure-text.ts';

/** Why a command was not carried out, for a person who can try it again. */
export function errorText(error: Error): string {
  if (!(error instanceof CallFailure)) return commonTexts.unknownError;
  const { outcome } = error;
  return outcome.kind === 'unreachable' && outcome.reason !== 'server'
    ? listsTexts.needsLink
    : failureText(outcome);
}
