import type { Refused, Unreachable } from '#src/client/api/outcome.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';

/** Returns the sentence for a failed call: the server's own, or the general one. */
export function failureText({ message }: Refused | Unreachable): string {
  return message === 'Unauthorized' ? commonTexts.noPermission : message || commonTexts.unknownError;
}
