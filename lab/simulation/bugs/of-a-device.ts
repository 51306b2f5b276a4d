import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { SimDevice } from '#lab/simulation/world/device.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import type { DeviceRow } from '#src/client/local/db/rows.ts';
import type { SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { toBase64Url } from '#src/protocol/base64url.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { requestText } from '#src/protocol/signed-texts.ts';
import { believed, changedSync, ok, opIdsOf, renamed } from './changed-sync.ts';
import type { PlantedBug } from './plants.ts';

async function forgetOperations(db: MoneyDb, opIds: readonly OpId[]): Promise<void> {
  await db.envelopes.bulkDelete([...opIds]);
  await db.statuses.bulkDelete([...opIds]);
}

/** Bugs on the devices' side. */
export const bugsOfADevice: readonly PlantedBug[] = [
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
          await tab.db.envelopes.clear().then(() => tab.db.statuses.clear());
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
        const results = outcome.data.results.map((result, index) => ({
          ...result,
          opId: ids[index] ?? toOpId(''),
        }));
        return { ...outcome, data: { ...outcome.data, results } };
      }),
    },
  },
  {
    name: 'a tablet is not told its own market',
    plants: {
      serverPort: (port) => ({
        ...port,
        sync: async (request) => {
          const outcome = await port.sync(request);
          if (outcome.kind !== 'ok') return outcome;
          const { marketId: _, ...limits } = outcome.data.limits;
          return { ...outcome, data: { ...outcome.data, limits } };
        },
      }),
    },
  },
  {
    name: 'an upgrade makes the outbox anew',
    plants: { onOpen: async (db) => db.envelopes.clear().then(() => db.statuses.clear()) },
  },
  {
    name: 'whoever is signed in sends what another one did',
    plants: { sendsForAnybody: true },
  },
  {
    name: 'a session that ended is taken for a no',
    plants: {
      serverPort: (port) => ({
        ...port,
        send: async (envelope, label) => {
          const outcome = await port.send(envelope, label);
          return outcome.kind === 'signed-out'
            ? { kind: 'refused' as const, code: 'UNAUTHORIZED' as const, message: '' }
            : outcome;
        },
      }),
    },
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
    // Alone the clamped clock is harmless, because the latest moment seen refuses the sale.
    name: 'the clock is clamped to the list, and what it had seen is not remembered',
    plants: {
      commandPorts: (ports) => ({
        ...ports,
        clock: { now: () => Math.min(ports.clock.now(), Date.parse('2026-11-21T11:10:00Z')) },
      }),
      writesRow: (table, row) => (table === 'device' ? { ...(row as DeviceRow), latestSeen: 0 } : row),
    },
  },
  {
    name: 'a list is as new as the moment it is read',
    plants: {
      commandPorts: (ports) => ({
        ...ports,
        cache: {
          ...ports.cache,
          readList: async () => {
            const list = await ports.cache.readList();
            return list && { ...list, asOf: ports.clock.now() };
          },
        },
      }),
    },
  },
  {
    name: 'goods go out after the server refused',
    plants: {
      commandPorts: (ports) => ({
        ...ports,
        connection: {
          ...ports.connection,
          waitForAnswer: async (ms) => {
            await ports.connection.waitForAnswer(ms);
            await ports.db.statuses.where('state').equals('refused').modify({ state: 'pending' });
          },
        },
      }),
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
          opId: results[(index + 1) % results.length]?.opId ?? toOpId(''),
        }));
        return { ...outcome, data: { ...outcome.data, results: turned } };
      }),
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
        const isTired =
          table === 'statuses' &&
          (row as OperationStatus).state === 'pending' &&
          (row as OperationStatus).attempts > 2;
        return isTired ? { ...(row as OperationStatus), state: 'refused' } : row;
      },
    },
  },
  {
    name: 'signing out empties the outbox',
    plants: { onSignOut: async (db) => db.envelopes.clear().then(() => db.statuses.clear()) },
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
    name: 'the second copy is written and never read',
    plants: { readsCopy: () => [] },
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
