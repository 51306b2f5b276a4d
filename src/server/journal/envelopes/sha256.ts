import { hash } from 'node:crypto';
import type { Digest } from '#src/protocol/canonical-hash.ts';

/** The platform's digest: a batch needs a hundred hashes, and one of the whole. */
export const sha256: Digest = (text) => hash('sha256', text);
