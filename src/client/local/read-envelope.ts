import { envelopeSchema, type Envelope } from '#src/contract/envelope.ts';
import type { StoredEnvelope } from './operation.ts';

/** The envelope as this version knows it, or null: written by a newer one, or damaged. */
export function readEnvelope(stored: StoredEnvelope | undefined): Envelope | null {
  const parsed = envelopeSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}
