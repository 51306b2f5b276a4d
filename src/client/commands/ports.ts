import type { BalanceList } from '#src/domain/balance-snapshot.ts';
import type { VerifySignature } from '#src/domain/verify-voucher.ts';

/** What deciding without a link needs from outside. Clock: device, ms since 1970. */
export type OfflinePorts = {
  now(): number;
  newId(): string;
  /** checks a signature of a voucher's proof */
  verify: VerifySignature;
  /** signs bytes with the device's own key */
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** the list of balances this device carries; null: none */
  readList(): Promise<BalanceList | null>;
};

/** How long an answer is waited for before the device decides by itself, ms (design, section 6). */
export const answerWaitMs = 2_500;

/** Waits for an answer: resolves after `ms`, or as soon as the link is known to be away. */
export type WaitPort = (ms: number) => Promise<void>;
