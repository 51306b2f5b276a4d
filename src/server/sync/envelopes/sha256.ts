import { hash } from 'node:crypto';
import type { Digest } from '#src/domain/device/canonical-hash.ts';

/** The platform's: a batch is hashed a hundred times, and once as a whole. */
export const sha256: Digest = (text) => hash('sha256', text);
