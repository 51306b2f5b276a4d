import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { ServerPort } from '#src/client/sync/ports.ts';
import type { SyncAnswer, SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { envelopeText, requestText } from '#src/protocol/signed-texts.ts';

/** A link whose answers, or missing answers, are misread. */
export function changedSync(
  change: (
    request: SyncRequest,
    send: (request: SyncRequest) => ReturnType<ServerPort['sync']>,
    context: { tab: SimTab; device: SimDevice; world: SimWorld },
  ) => ReturnType<ServerPort['sync']>,
) {
  return (port: ServerPort, tab: () => SimTab, device: SimDevice, world: SimWorld): ServerPort => ({
    ...port,
    sync: (request) => change(request, (sent) => port.sync(sent), { tab: tab(), device, world }),
  });
}

export const opIdsOf = (request: SyncRequest): OpId[] =>
  request.entries.map(({ envelope }) => (envelope as Envelope).opId);

/** As accepted, without anything behind it. */
export function believed(request: SyncRequest, world: SimWorld): SyncAnswer {
  const results: SyncResult[] = opIdsOf(request).map((opId) => ({ opId, state: 'accepted' }));
  return {
    serverTime: new Date(world.loop.now()).toISOString(),
    results,
    device: { state: 'active', name: '', ackSeq: 0, missing: [] },
    limits: world.config.limits,
    operators: [],
  };
}

export const ok = (data: SyncAnswer) => ({ kind: 'ok' as const, status: 200, data, replayed: false });

/** The same operations under new ids, signed again, like a client that generates its ids on sending. */
export function renamed(request: SyncRequest, device: SimDevice, world: SimWorld): SyncRequest {
  const sign = (text: string): string => toBase64Url(world.keys.sign(device.publicKey, utf8ToBytes(text)));
  const entries = request.entries.map((entry) => {
    const { hash: _hash, ...envelope } = entry.envelope as Envelope;
    const fresh = { ...envelope, opId: toOpId(world.random.uuid()) };
    const hash = envelopeHash(fresh as Envelope);
    return { ...entry, envelope: { ...fresh, hash }, sig: sign(envelopeText(hash)) };
  });
  const unsigned = { ...request, entries };
  return { ...unsigned, proof: sign(requestText(unsigned)) };
}
