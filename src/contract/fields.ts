import * as z from 'zod/mini';
import { idField, noControl } from '#src/protocol/fields.ts';
import { emailForm, maxLength, maxPageSize, minOwnerNameLength, minPasswordLength } from './limits.ts';

/** Stops parsing a text that is too long, so that no regular expression runs over it. */
export function atMost(max: number) {
  return z.maxLength(max, { abort: true });
}

/** Invisible characters: direction marks, soft hyphens, zero-width spaces. The emoji joiner is kept. */
const invisible = /(?!\u200D)\p{Cf}/gu;

/**
 * Removes invisible characters, which come with copied text and make one name look like another, and makes every
 * kind of space an ordinary one, so that a search finds the name.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(/\p{Zs}/gu, ' ');
}

/** Trimmed text of 1 to `max` printable characters. Invisible ones are removed. */
export function textField(max: number, min = 1) {
  return z
    .string()
    .check(
      atMost(4 * max),
      z.overwrite(withoutInvisible),
      z.trim(),
      z.minLength(min),
      atMost(max),
      noControl,
    );
}

/** The same for text that was hashed as it is: nothing is removed. */
export function signedTextField(max: number) {
  return z.string().check(z.trim(), z.minLength(1), atMost(max), noControl);
}

export const emailField = z
  .string()
  .check(z.trim(), z.toLowerCase(), atMost(maxLength.email), z.regex(emailForm), noControl);
export const ownerNameField = textField(maxLength.ownerName, minOwnerNameLength);
export const customerNameField = textField(maxLength.ownerName);
export const identificacionField = textField(maxLength.identificacion);
export const phoneField = z.string().check(z.trim(), z.regex(/^\d{10}$/));
/** Passwords are taken as typed, without trimming. */
export const passwordField = z
  .string()
  .check(z.minLength(minPasswordLength), atMost(maxLength.password), noControl);
export const globalMarketIdField = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[2-9A-HJ-NP-Z]{6}$/))
  .brand<'MarketCode', 'inout'>();
export const anyMarketCodeField = z.string().brand<'MarketCode', 'inout'>();

/** An operation's id echoed by the server: any text, for calls without a device. */
export const anyOpIdField = z.string().brand<'OpId', 'inout'>();
/** Random UUID (version 4), so that no person chooses its first bytes, by which lists and short codes name it. */
export const voucherIdField = idField.check(z.regex(/^.{14}4.{4}[89ab]/)).brand<'VoucherId', 'inout'>();
export const anyVoucherIdField = z.string().brand<'VoucherId', 'inout'>();

export const anyPointsField = z.int().brand<'Points', 'inout'>();
export const anyAmountField = z.int().brand<'Amount', 'inout'>();
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPageSize))),
  cursor: z.optional(z.string().check(atMost(200), noControl)),
  q: z.optional(z.string().check(z.trim(), atMost(60), noControl)),
};

/**
 * An unbounded list: `nextCursor` is null on the last page. A page of a search may have few rows, or none,
 * before the end.
 */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}
