import { readFileSync } from 'node:fs';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { shownReceiptSchema } from '#src/contract/sync/recovery.ts';
import { receiptSealSchema } from '#src/protocol/recovery.ts';

const proof = z.object({ text: z.string(), voucherId: z.uuid(), ownerId: z.uuid(), publicKey: z.string() });
const lookUps = z.array(z.object({ voucherId: z.uuid(), balance: z.nullable(z.number()) }));
const list = z.object({ hex: z.string(), lookUps });
const json = z.record(z.string(), z.unknown());

const vectorsSchema = z.object({
  canonical: z.array(z.object({ value: z.unknown(), json: z.string(), sha256: z.string() })).min(4),
  shortCodes: z.array(z.object({ uuid: z.uuid(), code: z.string() })).min(3),
  proofs: z.array(proof.extend({ fields: json, messageHex: z.string() })).min(4),
  badProofs: z.array(proof.extend({ readable: z.boolean() })).min(8),
  expiries: z
    .array(
      z.object({
        issuedAt: z.number(),
        days: z.number(),
        dayStartMs: z.number(),
        endsAt: z.nullable(z.number()),
      }),
    )
    .min(4),
  lists: z.object({ full: list, changes: list, merged: list }),
  texts: z.object({
    enrol: z.object({
      deviceId: z.string(),
      publicKey: z.string(),
      personId: z.string(),
      text: z.string(),
      sig: z.string(),
    }),
    certificate: z.object({
      certificate: z.object({
        deviceId: z.string(),
        marketId: z.string(),
        publicKey: z.string(),
        notAfter: z.string(),
        maxVoucher: z.number(),
        kid: z.number(),
        sig: z.string(),
      }),
      text: z.string(),
      publicKey: z.string(),
    }),
  }),
  envelopes: z
    .array(
      z.object({
        envelope: json,
        devicePublicKey: z.string(),
        sig: z.string(),
      }),
    )
    .min(2),
  request: z.object({ request: json, text: z.string(), publicKey: z.string() }),
  seals: z.object({
    keyHex: z.string(),
    kid: z.string(),
    sealed: z
      .array(
        z.object({
          facts: mini.extend(mini.omit(shownReceiptSchema, { seal: true }), { kind: z.literal('purchase') }),
          seal: receiptSealSchema,
        }),
      )
      .min(2),
  }),
  rescue: z.object({
    serverPrivateHex: z.string(),
    rescueKey: z.string(),
    file: json,
    plain: z.looseObject({ checksum: z.string() }),
  }),
  acceptances: z.array(z.object({ name: z.string(), facts: json, decision: json })).min(15),
  verdicts: z
    .array(
      proof
        .omit({ publicKey: true })
        .extend({ name: z.string(), keySet: json, now: z.number(), verdict: z.string() }),
    )
    .min(13),
  issues: z.array(z.object({ name: z.string(), facts: json, decision: json })).min(7),
  settlements: z.array(z.object({ name: z.string(), price: z.number(), facts: json, decision: json })).min(8),
});

/** Returns docs/protocol/vectors.json, parsed by its schema. */
export function readVectors(): z.infer<typeof vectorsSchema> {
  return vectorsSchema.parse(JSON.parse(readFileSync('docs/protocol/vectors.json', 'utf8')));
}
