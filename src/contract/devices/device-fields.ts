import * as z from 'zod/mini';
import { idField, noControl } from '../fields.ts';

/** An operation's id where a device makes it. */
export const opIdField = idField.brand<'OpId', 'inout'>();
/** The clock of a device, which may never have been set: 1970 is possible, year 0 is not. */
export const deviceInstantField = z.iso.datetime().check(z.regex(/^(19[789]\d|[2-9]\d{3})-/));
/** Text made by a device: printable characters alone, because the database stores no others. */
export function base64UrlField(max: number) {
  return z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/));
}

export function deviceTextField(max: number) {
  return z.string().check(z.maxLength(max), noControl);
}
