import * as z from 'zod/mini';
import { publicUserSchema, userSchema } from '#src/contract/accounts/schemas.ts';
import { toOpId } from '#src/contract/brands.ts';
import { tillRoomSchema } from '#src/contract/cash/till-hand-over.ts';
import { deviceInstantField, deviceTextField } from '#src/contract/devices/device-fields.ts';
import { mostFaults } from '#src/contract/devices/fault.ts';
import { offlineLimitsSchema } from '#src/contract/devices/schemas.ts';
import { anyOpIdField, balanceField, idField, instantField, signedTextField } from '#src/contract/fields.ts';
import { maxLength } from '#src/contract/limits.ts';
import { purchaseReceiptSchema, conflictReasonSchema } from '#src/contract/purchases/schemas.ts';
import { readRefusal, type ReadRefusal } from '#src/contract/read-refusal.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { keptCopySchema, receiptSealSchema } from './seal.ts';

/** One call takes at most this many operations of one device, in its order. */
export const maxSyncBatch = 100;

/** What a `customer` envelope registers; it travels beside it, is hashed as it is, and is forgotten once accepted. */
export const offlineRegistrationSchema = z.object({
  ownerName: signedTextField(maxLength.ownerName),
  identificacion: signedTextField(maxLength.identificacion),
});
export type OfflineRegistration = z.infer<typeof offlineRegistrationSchema>;

/** Raw P-256 point (65 bytes) or P1363 signature (64 bytes), base64url without padding. */
const keyTextField = z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/));

/** By the key of the person whom an envelope names, of operatorText (domain/device/device-proof.ts). */
export const operatorSignatureSchema = z.object({ key: keyTextField, sig: keyTextField });
export type OperatorSignature = z.infer<typeof operatorSignatureSchema>;

/**
 * A key of the person whose session comes with the call, for what they do on this device. Both signatures are of
 * operatorKeyText: the device's own, and the key's.
 */
export const operatorKeySchema = z.object({
  operatorId: idField,
  publicKey: keyTextField,
  /** the private half lies on the device under the person's PIN; else in the memory of a page, while they are signed in */
  isUnderPin: z.boolean(),
  deviceSig: keyTextField,
  ownSig: keyTextField,
});
export type OperatorKey = z.infer<typeof operatorKeySchema>;

/** Envelopes are parsed one by one: one that this server cannot parse gets the state `unreadable`, the others go on. */
export const syncEntrySchema = z.object({
  envelope: z.unknown(),
  /** the author device's signature of the envelope's hash, base64url */
  sig: deviceTextField(100),
  registration: z.optional(offlineRegistrationSchema),
  /** the author person's signature of the hash, as `operatorSignatureSchema` says: what is none counts for nothing */
  operator: z.optional(z.unknown()),
  /** what a server has answered to it before, as `sealedReceiptSchema` of seal.ts says: what is none, or has no valid seal, counts for nothing */
  sealed: z.optional(z.unknown()),
});
export type SyncEntry = z.infer<typeof syncEntrySchema>;

/**
 * One contact of a device: its operations and its state. No session: `proof` is its signature of requestText
 * (domain/device-proof.ts). `entries` may be of another device of the same market: a rescued outbox. Empty: a report
 * alone.
 */
export const syncRequestSchema = z.object({
  v: z.literal(1),
  deviceId: idField,
  /** the device's clock */
  sentAt: deviceInstantField,
  journal: z.object({
    lastSeq: z.int().check(z.gte(0)),
    headHash: deviceTextField(64),
    openCount: z.int().check(z.gte(0)),
    openSum: balanceField,
  }),
  health: z.object({
    appVersion: deviceTextField(40),
    storage: deviceTextField(40),
    /** ms since 1970, 0: none */
    snapshotAsOf: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  }),
  entries: z.array(syncEntrySchema).check(z.maxLength(maxSyncBatch)),
  /**
   * as `writtenSchema` of written.ts: what a call does not carry yet, and says to be written by now; any other value is ignored. Later the operation
   * with that hash counts as written before this call
   */
  written: z.optional(z.unknown()),
  /**
   * the newest sealed receipt that the device has, as `shownReceiptSchema` of seal.ts says: a server that does not know it was put back to
   * a copy of before
   */
  lastSealed: z.optional(z.unknown()),
  /** as `heldReceiptsSchema` of seal.ts: which sealed receipts the device has; any other value is ignored */
  heldReceipts: z.optional(z.unknown()),
  /** keys of the signed-in person, as `operatorKeySchema` says; offered with every call, what is known changes nothing */
  operatorKeys: z.optional(z.array(z.unknown()).check(z.maxLength(4))),
  /** of the program on this device, as `deviceFaultSchema` of fault.ts says; what is none is passed over */
  faults: z.optional(z.array(z.unknown()).check(z.maxLength(mostFaults))),
  proof: deviceTextField(100),
});
export type SyncRequest = z.infer<typeof syncRequestSchema>;

/**
 * accepted, settled-with-overspend and refused are final. waiting-top-up and in-review are recorded and change without
 * the device, which may ask for the state by sending the same envelope again. again: nothing was recorded, send it
 * later. unreadable: kept on the device unchanged.
 */
export const syncStates = [
  'accepted',
  'settled-with-overspend',
  'refused',
  'waiting-top-up',
  'in-review',
  'again',
  'unreadable',
] as const;

/** One result per operation, independent of the others. */
export const syncResultSchema = z.object({
  opId: anyOpIdField,
  state: z.enum(syncStates),
  purchase: z.optional(purchaseReceiptSchema),
  topUp: z.optional(topUpReceiptSchema),
  customer: z.optional(publicUserSchema),
  refusal: z.optional(refusalSchema),
  reason: z.optional(conflictReasonSchema),
  /** what no voucher covered, smallest unit shown */
  missing: z.optional(balanceField),
  /** of a final state that the server has recorded: the device keeps it with the operation */
  seal: z.optional(receiptSealSchema),
});
export type SyncResult = z.infer<typeof syncResultSchema>;

const operatorSchema = z.extend(
  z.pick(userSchema, { _id: true, ownerName: true, userType: true, status: true }),
  /** the password was reset or the sessions ended: works here again after signing in here */
  {
    suspended: z.optional(z.boolean()),
    /** the key under their PIN that the server has; absent: none */
    key: z.optional(z.string()),
    /** of a top-up point */
    till: z.optional(tillRoomSchema),
  },
);

export const syncAnswerSchema = z.object({
  serverTime: instantField,
  results: z.array(syncResultSchema),
  device: z.object({
    state: z.enum(['active', 'revoked']),
    name: z.string(),
    ackSeq: z.int(),
    /** numbers the server does not have, at most 50 */
    missing: z.array(z.int()),
    /** what top-ups without a session came to since somebody was last signed in here, smallest unit shown */
    unsignedTotal: z.optional(balanceField),
  }),
  limits: offlineLimitsSchema,
  /** who may work on this device */
  operators: z.array(operatorSchema),
  /** absent: a server of before seals */
  epoch: z.optional(z.int()),
  keptCopy: z.optional(keptCopySchema),
});
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

/** One result as a client understands it: a refusal may carry a code that it does not know. */
export type ReadSyncResult = Omit<SyncResult, 'refusal'> & { refusal?: ReadRefusal | undefined };
export type ReadSyncAnswer = Omit<SyncAnswer, 'results'> & { results: ReadSyncResult[] };

/** The answer with what may be of later not read yet. */
export const syncAnswerFrameSchema = z.extend(syncAnswerSchema, {
  results: z.array(z.unknown()),
  operators: z.array(z.unknown()),
});

/**
 * The answer as a client reads it, also from a server that is newer. What it does not understand concerns that one result,
 * never the batch: a state it does not know is `unreadable` and asked again later, a code it does not know keeps its
 * sentence, a reason it does not know is left out, and so is an operator of a kind that it does not know.
 */
export function readSyncAnswer(frame: z.infer<typeof syncAnswerFrameSchema>): ReadSyncAnswer {
  return {
    ...frame,
    results: frame.results.flatMap(readResult),
    operators: frame.operators.flatMap((operator) => {
      const known = operatorSchema.safeParse(operator);
      return known.success ? [known.data] : [];
    }),
  };
}

function readResult(result: unknown): ReadSyncResult[] {
  if (!isRecord(result) || typeof result['opId'] !== 'string') return [];
  const { refusal: said, seal, ...rest } = result;
  const refusal = said === undefined ? undefined : readRefusal(said);
  const known = syncResultSchema.safeParse(withoutUnknownReasons(rest));
  if (!known.success || refusal === null) return [{ opId: toOpId(result['opId']), state: 'unreadable' }];
  // A seal of another kind cannot be kept, and settles the operation all the same.
  const ofOurKind = receiptSealSchema.safeParse(seal).data;
  return [{ ...known.data, ...(refusal ? { refusal } : {}), ...(ofOurKind ? { seal: ofOurKind } : {}) }];
}

/** The reason is for people: one that this client does not know is left out and the receipt stays valid. */
function withoutUnknownReasons(part: Record<string, unknown>): Record<string, unknown> {
  const { reason, purchase, ...rest } = part;
  return {
    ...rest,
    ...(conflictReasonSchema.safeParse(reason).success ? { reason } : {}),
    ...(isRecord(purchase) ? { purchase: withoutUnknownReasons(purchase) } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Asks for the list of balances: all of it (`since` 0) or what changed after the server time `since` (ms). The answer is
 * binary, domain/balance-snapshot.ts. Signed like a sync.
 */
export const snapshotRequestSchema = z.object({
  deviceId: idField,
  sentAt: deviceInstantField,
  since: z.int().check(z.gte(0)),
  proof: deviceTextField(100),
});
export type SnapshotRequest = z.infer<typeof snapshotRequestSchema>;

/** A small response by which a client knows that it reached this server and not a captive portal: `nonce` is echoed. */
export const healthSchema = z.object({
  status: z.literal('ok'),
  nonce: z.string(),
  /** server clock, ISO 8601 UTC */
  time: z.string(),
  /** version and commit of the server; older ones do not say */
  version: z.optional(z.string()),
});
export const healthQuerySchema = z.object({ nonce: z.optional(z.string().check(z.maxLength(64))) });
/** The database responds: the server may take money. */
export const readySchema = z.object({ status: z.literal('ready') });
