import * as z from 'zod/mini';
import { offlineRegistrationSchema } from '#src/contract/accounts/notice.ts';
import { publicUserSchema, userSchema } from '#src/contract/accounts/schemas.ts';
import { tillRoomSchema } from '#src/contract/cash/till.ts';
import { mostFaults } from '#src/contract/devices/fault.ts';
import { anyOpIdField } from '#src/contract/fields.ts';
import { purchaseReceiptSchema, conflictReasonSchema } from '#src/contract/purchases/schemas.ts';
import { readRefusal, type ReadRefusal } from '#src/contract/read-refusal.ts';
import { refusalSchema } from '#src/contract/refusal-code.ts';
import { topUpReceiptSchema } from '#src/contract/topups/schemas.ts';
import { toOpId } from '#src/protocol/brands.ts';
import {
  deviceInstantField,
  deviceTextField,
  balanceField,
  idField,
  instantField,
} from '#src/protocol/fields.ts';
import { offlineLimitsSchema } from '#src/protocol/keys.ts';
import { keptCopySchema, receiptSealSchema } from '#src/protocol/recovery.ts';

/** Maximum operations per call, all of one device and in its order. */
export const maxSyncBatch = 100;

/**
 * Envelopes are parsed individually: one that this server cannot parse gets the state `unreadable`, and the
 * others proceed.
 */
export const syncEntrySchema = z.strictObject({
  envelope: z.unknown(),
  /** The author device's signature of the envelope's hash, base64url. */
  sig: deviceTextField(100),
  registration: z.optional(offlineRegistrationSchema),
  /**
   * The server's earlier answer to it, as `sealedReceiptSchema` of seal.ts; ignored when invalid or without a
   * valid seal.
   */
  sealed: z.optional(z.unknown()),
});
export type SyncEntry = z.infer<typeof syncEntrySchema>;

/**
 * One contact of a device: its operations and its state. Needs no session: `proof` is its signature of
 * requestText (protocol/signed-texts.ts). `entries` may come from another device of the same market: a rescued
 * outbox. Without entries it is only a report. An unknown field is refused here and in the requests below: dropped before
 * the signature is checked, it would look like a wrong signature.
 */
export const syncRequestSchema = z.strictObject({
  v: z.literal(1),
  deviceId: idField,
  /** Device clock. */
  sentAt: deviceInstantField,
  journal: z.strictObject({
    lastSeq: z.int().check(z.gte(0)),
    headHash: deviceTextField(64),
    openCount: z.int().check(z.gte(0)),
    openSum: balanceField,
  }),
  health: z.strictObject({
    appVersion: deviceTextField(40),
    storage: deviceTextField(40),
    /** Ms since 1970; 0 for none. */
    snapshotAsOf: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)),
  }),
  entries: z.array(syncEntrySchema).check(z.maxLength(maxSyncBatch)),
  /**
   * As `writtenSchema` of written.ts: operations already written that this call does not carry; any other
   * value is ignored. The operation with that hash later counts as written before this call.
   */
  written: z.optional(z.unknown()),
  /**
   * The device's newest sealed receipt, as `shownReceiptSchema` of seal.ts: a server that does not know it
   * was restored from an older copy.
   */
  lastSealed: z.optional(z.unknown()),
  /** Sealed receipts on the device, as `heldReceiptsSchema` of seal.ts; any other value is ignored. */
  heldReceipts: z.optional(z.unknown()),
  /** Program faults on this device, as `deviceFaultSchema` of fault.ts; invalid ones are skipped. */
  faults: z.optional(z.array(z.unknown()).check(z.maxLength(mostFaults))),
  proof: deviceTextField(100),
});
export type SyncRequest = z.infer<typeof syncRequestSchema>;

/**
 * accepted, settled-with-overspend and refused are final. waiting-top-up and in-review are recorded and
 * change without the device, which may query the state by sending the envelope again. again: nothing was
 * recorded, send it later. unreadable: kept on the device unchanged.
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
  /** Shortfall, smallest unit shown. */
  missing: z.optional(balanceField),
  /** Seal of a final state that the server has recorded; the device stores it with the operation. */
  seal: z.optional(receiptSealSchema),
});
export type SyncResult = z.infer<typeof syncResultSchema>;

const operatorSchema = z.extend(
  z.pick(userSchema, { _id: true, ownerName: true, userType: true, status: true }),
  /** The password was reset or the sessions ended: the operator works again after signing in here. */
  {
    suspended: z.optional(z.boolean()),
    /** For a top-up point. */
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
    /** Numbers that the server lacks, at most 50. */
    missing: z.array(z.int()),
    /** Total of top-ups without a session since a person was last signed in here, smallest unit shown. */
    unsignedTotal: z.optional(balanceField),
  }),
  limits: offlineLimitsSchema,
  /** Operators of this device. */
  operators: z.array(operatorSchema),
  /** Absent from a server older than seals. */
  epoch: z.optional(z.int()),
  keptCopy: z.optional(keptCopySchema),
});
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

/** One result as a client reads it: a refusal may have an unknown code. */
export type ReadSyncResult = Omit<SyncResult, 'refusal'> & { refusal?: ReadRefusal | undefined };
export type ReadSyncAnswer = Omit<SyncAnswer, 'results'> & { results: ReadSyncResult[] };

/** The answer with the parts that may be from a later version not parsed yet. */
export const syncAnswerFrameSchema = z.extend(syncAnswerSchema, {
  results: z.array(z.unknown()),
  operators: z.array(z.unknown()),
});

/**
 * Parses the answer, also of a newer server. An unknown part only affects its result, never the batch: an
 * unknown state is `unreadable` and queried again later, an unknown code keeps its sentence, and an unknown
 * reason, or an operator of an unknown kind, is left out.
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
  // A seal of another kind cannot be stored, but its operation is settled all the same.
  const ofOurKind = receiptSealSchema.safeParse(seal).data;
  return [{ ...known.data, ...(refusal ? { refusal } : {}), ...(ofOurKind ? { seal: ofOurKind } : {}) }];
}

/** The reason is for people: an unknown one is left out and the receipt stays valid. */
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
 * Requests the balance list: all of it (`since` 0) or changes after the server time `since` (ms). The answer
 * is binary, protocol/balance-list.ts. Signed like a sync.
 */
export const snapshotRequestSchema = z.strictObject({
  deviceId: idField,
  sentAt: deviceInstantField,
  since: z.int().check(z.gte(0)),
  proof: deviceTextField(100),
});
export type SnapshotRequest = z.infer<typeof snapshotRequestSchema>;
