import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Random } from '#lab/simulation/machine/random.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { SyncAnswer, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope, UnhashedEnvelope } from '#src/operations/envelopes.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toOpId, type MarketId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { envelopeText, requestText } from '#src/protocol/signed-texts.ts';

/** An enrolled key in a script, without any of the product's device code. */
export type ScriptedDevice = {
  id: string;
  marketId: MarketId;
  operatorId: string;
  publicKey: string;
  /** Separate dice: a script changes nothing else in its world. */
  dice: Random;
  seq: number;
  headHash: string;
};
export type ScriptedEntry = { envelope: Envelope; sig: string };

/** A person of this market, and the device's row on the server. */
export function enlistScript(
  { server: { ledger }, loop, keys }: SimWorld,
  kind: 'stall' | 'kiosk',
  marketId: MarketId,
  dice: Random,
): ScriptedDevice {
  const [id, operatorId, publicKey] = [dice.uuid(), dice.uuid(), keys.create()];
  ledger.operators.set(operatorId, {
    id: operatorId,
    ownerName: 'quien miente',
    userType: kind === 'stall' ? 'ESTANTE' : 'RECARGA',
    status: 'APROBADO',
    isActive: true,
    isSuspended: false,
  });
  ledger.devices.set(id, {
    id,
    marketId,
    name: kind,
    publicKey,
    revokedAt: null,
    start: { seq: 0, hash: '' },
    head: { ackSeq: 0, headHash: '', gaps: [], awaiting: [] },
    reportedAt: null,
    isApproved: true,
    unsignedTotal: 0,
    operators: [operatorId],
    contacts: 0,
    enrolledAt: new Date(loop.now()),
    report: null,
    seenAt: null,
  });
  return { id, marketId, operatorId, publicKey, dice, seq: 0, headHash: '' };
}

/** Next number, chained, signed; `change` spoils the envelope before it is hashed. */
export function writeByScript<Kind extends Envelope['kind']>(
  world: SimWorld,
  device: ScriptedDevice,
  kind: Kind,
  payload: Extract<Envelope, { kind: Kind }>['payload'],
  change: Partial<Envelope> = {},
): ScriptedEntry {
  const unhashed = {
    v: 1,
    opId: toOpId(device.dice.uuid()),
    deviceId: device.id,
    seq: device.seq + 1,
    operatorId: device.operatorId,
    occurredAt: new Date(world.loop.now()).toISOString(),
    clockOffset: 0,
    kind,
    prevHash: device.headHash,
    payload,
    ...change,
  } as UnhashedEnvelope;
  const envelope = { ...unhashed, hash: envelopeHash(unhashed) } as Envelope;
  device.seq = envelope.seq;
  device.headHash = envelope.hash;
  return { envelope, sig: signedByScript(world, device, envelopeText(envelope.hash)) };
}

/** Makes one contact. Returns nothing without an answer. */
export async function sendByScript(
  world: SimWorld,
  device: ScriptedDevice,
  entries: readonly ScriptedEntry[],
  lastSeq = device.seq,
): Promise<readonly SyncResult[]> {
  const body = {
    v: 1,
    deviceId: device.id,
    sentAt: new Date(world.loop.now()).toISOString(),
    journal: { lastSeq, headHash: device.headHash, openCount: 0, openSum: 0 },
    health: { appVersion: 'mine', storage: '', snapshotAsOf: 0 },
    entries,
  };
  const request = { ...body, proof: signedByScript(world, device, requestText(body)) };
  const answer = await world.server.serve({ path: '/sync', body: request, opId: undefined, token: '' });
  return answer.status === 200 ? (answer.body as SyncAnswer).results : [];
}

export function signedByScript(world: SimWorld, { publicKey }: ScriptedDevice, text: string): string {
  return toBase64Url(world.keys.sign(publicKey, utf8ToBytes(text)));
}
