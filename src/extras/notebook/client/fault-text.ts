import { amountText } from '#src/client/shared/amounts.ts';
import { amountFaultTexts } from '#src/client/texts/amount-texts.ts';
import { identificationSentences } from '#src/domain/identification-sentence.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import type { Fault } from '#src/extras/notebook/domain/read-lines.ts';
import { faultTexts, fieldName } from '#src/extras/notebook/texts/sheets-texts.ts';

/** Returns the sentence for a fault. */
export function faultText(kind: SheetKind, fault: Fault): string {
  switch (fault.code) {
    case 'missing':
    case 'too-long':
      return faultTexts[fault.code](fieldName(kind, fault.field));
    case 'document':
      return identificationSentences[fault.why];
    case 'email':
    case 'no-price':
      return faultTexts[fault.code];
    case 'phone':
      return faultTexts.phone(fault.digits);
    case 'not-amount':
      return fault.guess === undefined
        ? faultTexts['not-amount'](fault.text, amountFaultTexts[fault.why])
        : faultTexts['is-it'](fault.text, amountText(fault.guess));
    case 'too-much':
      return faultTexts['too-much'](amountText(fault.max));
    case 'same':
    case 'same-phone':
      return faultTexts[fault.code](fault.row);
  }
}
