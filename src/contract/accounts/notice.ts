import { textField } from '../fields.ts';

/** The version of the words of the notice that is read to customers; grows with every change of them. */
export const noticeVersion = '2026-11-23';
/** Of which words somebody said yes. */
export const noticeField = textField(20);
