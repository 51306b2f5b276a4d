import { dateTimeText } from '#src/client/shared/dates.ts';
import type { KeptOfExtras } from '#src/contract/customers/kept.ts';
import { complaintReasonTexts } from '../texts/complaint-reason-texts.ts';

/** Returns a line for each complaint of a customer, to be read and printed. */
export function keptLines({ complaints }: KeptOfExtras): string[] {
  return complaints.map(({ createAt, marketName, code, place, reason, words, stallWords, answerWords }) =>
    [`${dateTimeText(createAt)} · ${marketName}`, code, place, complaintReasonTexts[reason]]
      .concat([words, stallWords, answerWords].filter((said) => said !== ''))
      .join(' · '),
  );
}
