import * as z from 'zod/mini';
import { balanceField } from '../protocol/fields.ts';
import type { Refusal } from './refusal-code.ts';
import type { ReadCode } from './refusals.ts';

export type ReadRefusal = Omit<Refusal, 'code'> & { code: ReadCode };

/** Without the list of codes, which a first page does not need. */
const readRefusalSchema = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  opId: z.optional(z.string().brand<'OpId', 'inout'>()),
  left: z.optional(balanceField),
});

/** Returns the refusal in an answer's body, including those of a newer server; null when there is none. */
export function readRefusal(body: unknown): ReadRefusal | null {
  const parsed = readRefusalSchema.safeParse(body);
  return parsed.success ? parsed.data : null;
}
