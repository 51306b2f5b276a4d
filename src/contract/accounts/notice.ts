import { textField } from '../fields.ts';

/** Version of the privacy notice's text; it changes with every change of the text. */
export const noticeVersion = '2026-11-23';
/** Version of the text to which the person consented. */
export const noticeField = textField(20);
