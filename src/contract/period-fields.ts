import * as z from 'zod/mini';

/** An instant as a filter of a request: this century, which every database can store. */
export const askedInstantField = z.iso.datetime().check(z.regex(/^20\d\d-/));
