import * as z from 'zod/mini';

/** An instant in a request's filter: within this century, which every database can store. */
export const askedInstantField = z.iso.datetime().check(z.regex(/^20\d\d-/));
