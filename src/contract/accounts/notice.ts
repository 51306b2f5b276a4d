import * as z from 'zod/mini';
import { signedTextField, textField } from '../fields.ts';
import { maxLength } from '../limits.ts';

/** Version of the privacy notice's text; it changes with every change of the text. */
export const noticeVersion = '2026-11-23';
/** Version of the text to which the person consented. */
export const noticeField = textField(20);

/**
 * Data registered by a `customer` envelope. It travels beside it, is hashed unchanged, and is deleted once
 * accepted.
 */
export const offlineRegistrationSchema = z.strictObject({
  ownerName: signedTextField(maxLength.ownerName),
  identificacion: signedTextField(maxLength.identificacion),
});
export type OfflineRegistration = z.infer<typeof offlineRegistrationSchema>;
