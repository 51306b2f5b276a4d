import * as z from 'zod/mini';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { envelopeFrame } from '#src/protocol/envelope.ts';
import { acceptancePayload } from './acceptance/rule.ts';
import { customerPayload } from './customer/rule.ts';
import { purchaseIdentity, purchasePayload } from './purchase/rule.ts';
import { topUpVoidPayload } from './top-up-void/rule.ts';
import { topUpIdentity, topUpPayload } from './top-up/rule.ts';
import { withdrawalPayload } from './withdrawal/rule.ts';

type EnvelopeRow = {
  payload: z.ZodMiniType<object>;
  /** Roles that may write it on their device. A holder's purchase names no person. */
  roles: readonly UserType[];
  /**
   * Treatment when the person is uncertain: the operation is requested again until they sign in, or is
   * recorded for a manager to decide.
   */
  inDoubt: 'again' | 'review';
  /** Fields that the hash of its receipt covers when it may also arrive as a call; otherwise the envelope's hash. */
  identity?: object;
};

/**
 * The kinds of a journal. The union of envelopes, who may write them, their receipts' hashes and the lists of the
 * outbox are derived from this table. `movements.ts` has what they do to accounts: a customer's page loads only this one.
 */
export const envelopes = {
  purchase: {
    payload: purchasePayload,
    roles: ['ESTANTE'],
    inDoubt: 'again',
    identity: purchaseIdentity,
  },
  'top-up': {
    payload: topUpPayload,
    roles: ['RECARGA'],
    inDoubt: 'review',
    identity: topUpIdentity,
  },
  customer: { payload: customerPayload, roles: ['RECARGA', 'GLOBAL_MARKET'], inDoubt: 'again' },
  acceptance: { payload: acceptancePayload, roles: ['ESTANTE'], inDoubt: 'review' },
  withdrawal: { payload: withdrawalPayload, roles: ['ESTANTE'], inDoubt: 'review' },
  'top-up-void': { payload: topUpVoidPayload, roles: ['RECARGA'], inDoubt: 'review' },
} as const satisfies Record<string, EnvelopeRow>;

type Rows = typeof envelopes;
export type EnvelopeKind = keyof Rows;
export function rowOf(kind: EnvelopeKind): EnvelopeRow {
  return envelopes[kind];
}
export const envelopeKinds = Object.keys(envelopes) as EnvelopeKind[];

/** An operation as recorded by a device, never changed once written. */
export type EnvelopeOf<Kind extends EnvelopeKind> = z.infer<z.ZodMiniObject<typeof envelopeFrame>> & {
  kind: Kind;
  payload: z.infer<Rows[Kind]['payload']>;
};
export type PurchaseEnvelope = EnvelopeOf<'purchase'>;
export type TopUpEnvelope = EnvelopeOf<'top-up'>;
export type CustomerEnvelope = EnvelopeOf<'customer'>;
export type AcceptanceEnvelope = EnvelopeOf<'acceptance'>;
export type WithdrawalEnvelope = EnvelopeOf<'withdrawal'>;
export type TopUpVoidEnvelope = EnvelopeOf<'top-up-void'>;
export type Envelope = { [Kind in EnvelopeKind]: EnvelopeOf<Kind> }[EnvelopeKind];
/** An envelope before its hash is known. */
export type UnhashedEnvelope = { [Kind in EnvelopeKind]: Omit<EnvelopeOf<Kind>, 'hash'> }[EnvelopeKind];

const schemas = envelopeKinds.map((kind) =>
  z.strictObject({ ...envelopeFrame, kind: z.literal(kind), payload: envelopes[kind].payload }),
);
/**
 * An enrolled device signs `hash` after the transaction that wrote the envelope; the signature travels beside it
 * (contract/sync/schemas.ts). One with an unknown field is unreadable: without the field its hash would be another.
 */
export const envelopeSchema = z.discriminatedUnion(
  'kind',
  schemas as [(typeof schemas)[number]],
) as z.ZodMiniType<Envelope>;
