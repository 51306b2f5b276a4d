import { customersTexts as texts } from '#src/client/texts/customers-texts.ts';

/** A customer as a form holds it. */
export interface CustomerDraft {
  name: string;
  identification: string;
  /** empty: none */
  phone: string;
}

export const emptyCustomer: CustomerDraft = { name: '', identification: '', phone: '' };

/** What is wrong with each field; empty where nothing is. */
export function errorsOf({ name, identification, phone }: CustomerDraft): CustomerDraft {
  return {
    name: name.trim() === '' ? texts.nameNeeded : '',
    identification: identification.trim() === '' ? texts.identificationNeeded : '',
    phone: phone === '' || /^\d{10}$/.test(phone) ? '' : texts.phoneDigits,
  };
}

export function isRight(draft: CustomerDraft): boolean {
  return Object.values(errorsOf(draft)).every((error) => error === '');
}

/** Names are kept in lower case and shown as people write them. */
export function fieldsOf({ name, identification, phone }: CustomerDraft) {
  return {
    ownerName: name.trim().toLowerCase(),
    identificacion: identification.trim(),
    ...(phone === '' ? {} : { phone }),
  };
}
