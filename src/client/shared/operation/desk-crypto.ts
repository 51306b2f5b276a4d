import type { DeskCrypto } from '#src/client/commands/offline-desk.ts';
import { signBytes, verifySignature } from '#src/client/device/p256.ts';

/** The browser's cryptography, for the commands that decide without a link. */
export const deskCrypto: DeskCrypto = { verify: verifySignature, signBytes };
