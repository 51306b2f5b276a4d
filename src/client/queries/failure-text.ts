import type { Refused, Unreachable } from '#src/client/api/call-answer.ts';
import { commonTexts, unreachableTexts } from '#src/client/texts/common-texts.ts';

/** Returns the sentence for a failed call: the server's own, or the general one. */
export function failureText({ message }: Refused | Unreachable): string {
  return message === 'Unauthorized' ? commonTexts.noPermission : message || commonTexts.unknownError;
}

/** Returns why a read brought nothing: a slow answer or a portal's page is not a missing link. */
export function readFailureText(outcome: Refused | Unreachable): string {
  if (outcome.kind === 'refused' || outcome.reason === 'server' || outcome.message)
    return failureText(outcome);
  if (outcome.reason === 'network') return commonTexts.noConnection;
  const { title, note } = unreachableTexts[outcome.reason];
  return `${title}. ${note}`;
}
