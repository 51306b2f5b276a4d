import { type AccountType, type PaymentWay, paymentWaySchema } from '#src/contract/cash/payment-way.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';
import { type DocumentType, splitIdentification, writeIdentification } from '#src/domain/identification.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/payment-texts.ts';

/** The form: text typed for one way is kept while another is selected. */
export interface WayDraft {
  kind: PaymentWay['kind'];
  key: string;
  bank: string;
  accountType: AccountType;
  account: string;
  holder: string;
  documentType: DocumentType;
  document: string;
}

export function draftOf(way: PaymentWay): WayDraft {
  const holder = way.kind === 'CASH' ? undefined : way;
  const { type, number } = splitIdentification(holder?.identificacion ?? '');
  return {
    kind: way.kind,
    key: way.kind === 'KEY' ? way.key : '',
    bank: way.kind === 'ACCOUNT' ? way.bank : '',
    accountType: way.kind === 'ACCOUNT' ? way.accountType : 'SAVINGS',
    account: way.kind === 'ACCOUNT' ? way.account : '',
    holder: holder?.holder ?? '',
    documentType: holder === undefined ? 'CC' : type,
    document: number,
  };
}

/** Returns null when a field is missing or wrong. */
export function wayOf(draft: WayDraft): PaymentWay | null {
  return draft.kind !== 'CASH' && documentFault(draft) !== '' ? null : (parsed(draft).data ?? null);
}

function documentFault({ documentType, document }: WayDraft): string {
  return document.trim() === '' ? texts.documentWrong : identificationError(documentType, document);
}

export function faultsOf(draft: WayDraft): Partial<Record<keyof WayDraft, string>> {
  const document = documentFault(draft);
  const wrong = new Set(parsed(draft).error?.issues.map(({ path }) => path[0]));
  return {
    ...(wrong.has('key') ? { key: texts.keyWrong } : {}),
    ...(wrong.has('bank') ? { bank: texts.bankWrong } : {}),
    ...(wrong.has('account') ? { account: texts.accountWrong } : {}),
    ...(wrong.has('holder') ? { holder: texts.holderWrong } : {}),
    ...(document === '' ? {} : { document }),
  };
}

/** Removes the spaces with which people group an account number. */
function parsed({ kind, key, bank, accountType, account, holder, documentType, document }: WayDraft) {
  const identificacion = writeIdentification(documentType, document);
  const joined = account.replaceAll(/[\s.-]/g, '');
  return paymentWaySchema.safeParse(
    kind === 'ACCOUNT'
      ? { kind, bank, accountType, account: joined, holder, identificacion }
      : { kind, key, holder, identificacion },
  );
}
