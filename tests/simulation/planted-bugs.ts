import { acceptOffline } from '#src/client/commands/accept-offline.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { Fate } from '#src/client/local/operation.ts';
import type { ServerPort } from '#src/client/sync/ports.ts';
import type { SyncAnswer, SyncRequest, SyncResult } from '#src/contract/sync.ts';
import { envelopeHash } from '#src/domain/envelope-hash.ts';
import { envelopeText, requestText } from '#src/domain/device-proof.ts';
import { toBase64Url } from '#src/domain/base64url.ts';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Envelope } from '#src/contract/envelope.ts';
import type { Movement } from '#src/server/ledger/settle-legs.ts';
import type { SyncStore, SyncTransaction } from '#src/server/services/sync-ports.ts';
import type { PlantedBug } from './plants.ts';
import type { SimDevice, SimTab } from './sim-device.ts';
import type { SimWorld } from './sim-world.ts';

/** A store whose transactions are not quite the ones that are meant. */
function changedStore(change: (tx: SyncTransaction) => Partial<SyncTransaction>) {
  return (store: SyncStore): SyncStore => ({
    inTransaction: (work) => store.inTransaction((tx) => work({ ...tx, ...change(tx) })),
  });
}

/** A link whose answers, or whose absence of one, are taken for something else. */
function changedSync(
  change: (
    request: SyncRequest,
    send: (request: SyncRequest) => ReturnType<ServerPort['sync']>,
    scene: { tab: SimTab; device: SimDevice; world: SimWorld },
  ) => ReturnType<ServerPort['sync']>,
) {
  return (port: ServerPort, tab: () => SimTab, device: SimDevice, world: SimWorld): ServerPort => ({
    ...port,
    sync: (request) => change(request, (sent) => port.sync(sent), { tab: tab(), device, world }),
  });
}

const opIdsOf = (request: SyncRequest): string[] =>
  request.entries.map(({ envelope }) => (envelope as Envelope).opId);

async function forgetOperations(db: MoneyDb, opIds: readonly string[]): Promise<void> {
  await db.envelopes.bulkDelete([...opIds]);
  await db.fates.bulkDelete([...opIds]);
}

function changedLegs(change: (movement: Movement) => Movement) {
  return changedStore((tx) => ({ postMovement: (movement) => tx.postMovement(change(movement)) }));
}

/** As accepted, with nothing behind it. */
function believed(request: SyncRequest, world: SimWorld): SyncAnswer {
  const results: SyncResult[] = opIdsOf(request).map((opId) => ({ opId, state: 'accepted' }));
  return {
    serverTime: new Date(world.loop.now()).toISOString(),
    results,
    device: { state: 'active', name: '', ackSeq: 0, missing: [] },
    limits: world.config.limits,
    operators: [],
  };
}

const ok = (data: SyncAnswer) => ({ kind: 'ok' as const, status: 200, data, replayed: false });

/** The same operations under new ids, signed again: what a client does that makes its ids when it sends. */
function renamed(request: SyncRequest, device: SimDevice, world: SimWorld): SyncRequest {
  const sign = (text: string): string => toBase64Url(world.keys.sign(device.publicKey, utf8ToBytes(text)));
  const entries = request.entries.map((entry) => {
    const { hash: _hash, ...envelope } = entry.envelope as Envelope;
    const fresh = { ...envelope, opId: world.random.uuid() };
    const hash = envelopeHash(fresh as Envelope);
    return { ...entry, envelope: { ...fresh, hash }, sig: sign(envelopeText(hash)) };
  });
  const unsigned = { ...request, entries };
  return { ...unsigned, proof: sign(requestText(unsigned)) };
}

/** What people have really done wrong, or nearly. Each must be found by the judge within 1,000 seeds. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the server does not remember what it answered',
    plants: {
      allowsDuplicates: true,
      store: changedStore(() => ({
        readReceipt: async () => null,
        findConflict: async () => null,
        findAcceptance: async () => null,
      })),
    },
  },
  {
    name: 'an acceptance pays a second time',
    plants: {
      allowsDuplicates: true,
      store: changedStore((tx) => ({
        readReceipt: async (opId) => {
          const receipt = await tx.readReceipt(opId);
          return receipt?.refusal === null && 'codeCompra' in receipt.answer ? null : receipt;
        },
      })),
    },
  },
  {
    name: 'acknowledged before the commit',
    plants: {
      store: (store, _ledger, worldOf) => ({
        inTransaction: async (work) => {
          let answer: Awaited<ReturnType<typeof work>> | undefined;
          try {
            return await store.inTransaction(async (tx) => {
              answer = await work(tx);
              if (worldOf().random.chance(0.1)) throw new Error('lost after it was answered');
              return answer;
            });
          } catch (error) {
            if (answer === undefined) throw error;
            return answer;
          }
        },
      }),
    },
  },
  {
    name: 'removed from the outbox before it is sent',
    plants: {
      serverPort: changedSync(async (request, send, { tab }) => {
        await forgetOperations(tab.db, opIdsOf(request));
        return send(request);
      }),
    },
  },
  {
    name: 'a refused device throws its outbox away',
    plants: {
      serverPort: changedSync(async (request, send, { tab }) => {
        const outcome = await send(request);
        if (outcome.kind === 'ok' && outcome.data.device.state === 'revoked')
          await tab.db.envelopes.clear().then(() => tab.db.fates.clear());
        return outcome;
      }),
    },
  },
  {
    name: 'ids are made when sending',
    plants: {
      serverPort: changedSync(async (request, send, { device, world }) => {
        const outcome = await send(renamed(request, device, world));
        if (outcome.kind !== 'ok') return outcome;
        const ids = opIdsOf(request);
        const results = outcome.data.results.map((result, index) => ({ ...result, opId: ids[index] ?? '' }));
        return { ...outcome, data: { ...outcome.data, results } };
      }),
    },
  },
  {
    name: 'an upgrade makes the outbox anew',
    plants: { onOpen: async (db) => db.envelopes.clear().then(() => db.fates.clear()) },
  },
  {
    name: 'every tab sends',
    plants: { hasNoLock: true },
  },
  {
    name: 'a captive portal is believed',
    plants: {
      serverPort: changedSync(async (request, send, { world }) => {
        const outcome = await send(request);
        return outcome.kind === 'unreachable' && outcome.reason === 'not-ours'
          ? ok(believed(request, world))
          : outcome;
      }),
    },
  },
  {
    name: 'no answer is taken for a good one',
    plants: {
      serverPort: changedSync(async (request, send, { world }) => {
        const outcome = await send(request);
        return outcome.kind === 'unreachable' ? ok(believed(request, world)) : outcome;
      }),
    },
  },
  {
    name: 'what is open here is not counted',
    plants: { hidesTable: (table) => table === 'exposures' },
  },
  {
    name: 'what the server said of a balance is forgotten',
    plants: { writesRow: (table, row) => (table === 'balances' ? null : row) },
  },
  {
    name: 'the clock is clamped to the list',
    plants: {
      offlinePorts: (ports) => ({
        ...ports,
        now: () => Math.min(ports.now(), Date.parse('2026-11-21T11:10:00Z')),
      }),
    },
  },
  {
    name: 'goods go out after the server refused',
    plants: {
      accept: async (tab, purchaseOpId) => {
        await tab.db.fates
          .where('opId')
          .equals(purchaseOpId)
          .modify((fate) => {
            if (fate.state === 'refused') fate.state = 'pending';
          });
        await acceptOffline(tab.db, purchaseOpId, tab.offline);
      },
    },
  },
  {
    name: 'answers are matched by their place',
    plants: {
      serverPort: changedSync(async (request, send) => {
        const outcome = await send(request);
        if (outcome.kind !== 'ok' || outcome.data.results.length < 2) return outcome;
        const { results } = outcome.data;
        const turned = results.map((result, index) => ({
          ...result,
          opId: results[(index + 1) % results.length]?.opId ?? '',
        }));
        return { ...outcome, data: { ...outcome.data, results: turned } };
      }),
    },
  },
  {
    name: 'an overspent voucher stays open',
    plants: { store: changedStore(() => ({ blockVoucher: async () => undefined })) },
  },
  {
    name: 'what is missing is not posted',
    plants: {
      store: changedLegs((movement) => ({
        ...movement,
        legs: movement.legs.filter(({ account }) => account.kind !== 'overspend'),
      })),
    },
  },
  {
    name: 'a stall gets only what the voucher had',
    plants: {
      store: changedLegs((movement) => {
        const missing = movement.legs.find(({ account }) => account.kind === 'overspend');
        if (!missing) return movement;
        const legs = movement.legs
          .filter((leg) => leg !== missing)
          .map((leg) =>
            leg.account.kind === 'stall' ? { ...leg, amount: leg.amount + missing.amount } : leg,
          );
        return { ...movement, legs };
      }),
    },
  },
  {
    name: 'markets do not owe each other',
    plants: {
      store: changedLegs((movement) => ({
        ...movement,
        legs: movement.legs.filter(({ account }) => account.kind !== 'clearing'),
      })),
    },
  },
  {
    name: 'sales that wait are forgotten when the top-up comes',
    plants: { store: changedStore(() => ({ lockWaiting: async () => [] })) },
  },
  {
    name: 'a sale on an unknown voucher is refused',
    plants: {
      store: changedStore(() => ({
        insertConflict: async (conflict) => {
          if (conflict.state === 'waiting') return;
        },
      })),
    },
  },
  {
    name: 'the journal keeps no gap',
    plants: {
      store: changedStore((tx) => ({
        writeHead: (deviceId, head) => tx.writeHead(deviceId, { ...head, ackSeq: head.ackSeq + 1 }),
      })),
    },
  },
  {
    name: 'the number of an operation is used again after a restart',
    plants: { writesRow: (table, row) => (table === 'device' ? null : row) },
  },
  {
    name: 'the chain starts anew with each operation',
    plants: {
      onOpen: async (db) => {
        await db.device.toCollection().modify({ headHash: '' });
      },
    },
  },
  {
    name: 'what is recorded is never asked for again',
    plants: {
      serverPort: changedSync(async (request, send) => {
        const outcome = await send(request);
        if (outcome.kind !== 'ok') return outcome;
        const results = outcome.data.results.map((result) =>
          result.state === 'waiting-top-up' ? { ...result, state: 'accepted' as const } : result,
        );
        return { ...outcome, data: { ...outcome.data, results } };
      }),
    },
  },
  {
    name: 'a signature is not made again after a crash',
    plants: {
      serverPort: changedSync(async (request, send, { device, world }) => {
        const entries = request.entries.map((entry, index) =>
          index % 2 === 0 ? entry : { ...entry, sig: '' },
        );
        const sign = (text: string) => toBase64Url(world.keys.sign(device.publicKey, utf8ToBytes(text)));
        const unsigned = { ...request, entries };
        return send({ ...unsigned, proof: sign(requestText(unsigned)) });
      }),
    },
  },
  {
    name: "a merged customer's voucher has no owner",
    plants: {
      store: changedStore((tx) => ({
        readCustomer: async (id) => ((await isMerged(tx, id)) ? null : tx.readCustomer(id)),
      })),
    },
  },
  {
    name: 'too many requests is taken for a no',
    plants: {
      serverPort: changedSync(async (request, send, { world }) => {
        const outcome = await send(request);
        if (outcome.kind !== 'unreachable' || outcome.reason !== 'server') return outcome;
        const results: SyncResult[] = opIdsOf(request).map((opId) => ({
          opId,
          state: 'refused',
          refusal: { code: 'TOO_MANY_REQUESTS', message: '' },
        }));
        return ok({ ...believed(request, world), results });
      }),
    },
  },
  {
    name: 'given up after three attempts',
    plants: {
      writesRow: (table, row) => {
        const isTired = table === 'fates' && (row as Fate).state === 'pending' && (row as Fate).attempts > 2;
        return isTired ? { ...(row as Fate), state: 'refused' } : row;
      },
    },
  },
  {
    name: 'signing out empties the outbox',
    plants: { onSignOut: async (db) => db.envelopes.clear().then(() => db.fates.clear()) },
  },
  {
    name: 'an older version removes what it cannot read',
    plants: {
      onOpen: async (db) => {
        await db.envelopes.filter(({ v }) => v !== 1).delete();
      },
    },
  },
  {
    name: 'whoever takes an outbox over sends it as its own',
    plants: {
      serverPort: changedSync((request, send, { device, world }) =>
        send(
          opIdsOf(request).length > 0 &&
            request.entries.some(({ envelope }) => (envelope as Envelope).deviceId !== device.id)
            ? renamed(asOwn(request, device), device, world)
            : request,
        ),
      ),
    },
  },
  {
    name: 'a dead handle of the database is used again',
    plants: { keepsDeadHandle: true },
  },
  {
    name: 'a revoked device goes on selling',
    plants: {
      serverPort: changedSync(async (request, send) => {
        const outcome = await send(request);
        if (outcome.kind !== 'ok') return outcome;
        const device = { ...outcome.data.device, state: 'active' as const };
        return { ...outcome, data: { ...outcome.data, device } };
      }),
    },
  },
];

function asOwn(request: SyncRequest, device: SimDevice): SyncRequest {
  const entries = request.entries.map((entry) => ({
    ...entry,
    envelope: { ...(entry.envelope as Envelope), deviceId: device.id },
  }));
  return { ...request, entries };
}

async function isMerged(tx: SyncTransaction, id: string): Promise<boolean> {
  const customer = await tx.readCustomer(id);
  return customer !== null && customer.id !== id;
}
