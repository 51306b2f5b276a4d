import type { EventLoop } from '#lab/simulation/machine/event-loop.ts';
import type { FakeKeys } from '#lab/simulation/machine/fake-keys.ts';
import type { Serve, ServerAnswer, ServerRequest } from '#lab/simulation/machine/network.ts';
import type { Random } from '#lab/simulation/machine/random.ts';
import { createMemoryLedger, type MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import { memoryDatabase } from '#lab/simulation/memory/session.ts';
import { createMemoryStore, createSerial } from '#lab/simulation/memory/store.ts';
import { purchaseCommandSchema } from '#src/contract/purchases/schemas.ts';
import { refusals, type RefusalCode } from '#src/contract/refusals.ts';
import { snapshotRequestSchema, syncRequestSchema } from '#src/contract/sync/schemas.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import type { PurchaseAct } from '#src/operations/purchase/post.ts';
import { toAmount, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import { voucherLink } from '#src/protocol/voucher-link.ts';
import {
  devicePrefixOf,
  endless,
  marketPrefixOf,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { SyncTransaction, SyncDeps } from '#src/server/journal/ports/sync-deps.ts';
import { syncDevice } from '#src/server/journal/sync-device.ts';
import type { VoucherLinkFacts } from '#src/server/ledger/issued-voucher.ts';
import { readBalanceList } from '#src/server/nouns/devices/balance-lists.ts';
import { createMarketLists, type MarketLists } from '#src/server/nouns/devices/market-lists.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import type { Database } from '#src/server/store/database.ts';
import type { SimWorld } from './world.ts';

/**
 * The server of a simulated market: the product's own services over an in-memory ledger, in two processes.
 */
export type SimServer = {
  ledger: MemoryLedger;
  serve: Serve;
  /** Behind balance lists. */
  database: Database;
  deps: SyncDeps;
  /** Each process's cached lists while it runs. */
  marketLists: readonly [MarketLists, MarketLists];
  topUpMax: number;
  rotateKey(): void;
  /** Restarting processes; a call goes to any of them, as behind a balancer that has not noticed. */
  down: Set<ProcessIndex>;
  faults: { failBeforeCommit: number; dieBeforeAnswer: number };
  /** Unexpected errors of the product's code, each of which is a violation. */
  failures: string[];
  keySet(): KeySet;
  /** While no transaction is running, and without faults. */
  alone(work: (tx: SyncTransaction) => Promise<void>): Promise<void>;
};

export const processes = [0, 1] as const;
export type ProcessIndex = (typeof processes)[number];

export type SimServerOptions = {
  loop: EventLoop;
  random: Random;
  /** The process that a call goes to; separate dice, so that a seed's other draws stay the same. */
  balancer: Random;
  keys: FakeKeys;
  worldOf(): SimWorld;
};

export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

export function createSimServer(options: SimServerOptions): SimServer {
  const { loop, random, balancer, keys, worldOf } = options;
  const ledger = createMemoryLedger();
  const now = (): Date => new Date(loop.now());
  const issuing = [keys.create()];
  const sealer = createSealer(Buffer.alloc(32, 8));
  ledger.proofKeys.set('kid 1', issuing[0] ?? '');
  const serial = createSerial(ledger, {
    beforeCommit: async () => {
      if (random.chance(server.faults.failBeforeCommit)) throw new SimulatedCrash();
    },
  });
  const newId = (): string => random.uuid();
  const store = createMemoryStore(ledger, serial, now, newId);
  const database = memoryDatabase(ledger, serial, now);
  const linkOf = ({ voucherId, ownerId, marketId, face, issuedAt }: VoucherLinkFacts): string => {
    const [kid, at] = [issuing.length, issuedAt.getTime()];
    const signer = { by: 'server' as const, kid, market: marketPrefixOf(marketId) };
    const proof = { signer, face, issuedAt: at, expiresAt: null, offlineCap: 0 };
    const signature = keys.sign(issuing[kid - 1] ?? '', voucherProofMessage(proof, { voucherId, ownerId }));
    return `${voucherLink('http://market', ownerId, voucherId)}#${writeVoucherProof(proof, signature)}`;
  };
  const depsOf = (maxPerTransaction: number): SyncDeps => ({
    store,
    now,
    newId,
    newVoucherId: () => toVoucherId(newId()),
    verifySignature: async (publicKey, message, signature) => keys.verify(publicKey, message, signature),
    issueLink: async ({ voucherId, ownerId, marketId, face, issuedAt = now() }) => {
      return {
        urlCodeQr: linkOf({ voucherId, ownerId, marketId, face, issuedAt, expiresAt: null }),
        expiresAt: null,
      };
    },
    sealer,
    get topUpMax() {
      return server.topUpMax;
    },
    voucherLife: endless,
    timeZone: 'America/Bogota',
    currencySymbol: '$',
    maxPerTransaction,
    onFailure: (error) => noteFailure(error),
  });
  const depsOfProcess = [depsOf(1 + random.int(8)), depsOf(1 + balancer.int(8))] as const;
  const lastOf = new Map<string, ProcessIndex>();
  const server: SimServer = {
    ledger,
    database,
    deps: depsOfProcess[0],
    marketLists: marketListsOf(database),
    topUpMax: 2_000_000,
    rotateKey: () => {
      issuing.push(keys.create());
      ledger.proofKeys.set(`kid ${issuing.length}`, issuing.at(-1) ?? '');
    },
    down: new Set(),
    faults: { failBeforeCommit: 0, dieBeforeAnswer: 0 },
    failures: [],
    keySet: () => keySetOf(server, issuing, now()),
    alone: async (work) => {
      const { faults } = server;
      server.faults = { failBeforeCommit: 0, dieBeforeAnswer: 0 };
      await store.inTransaction(work);
      server.faults = faults;
    },
    serve: async (request) => {
      const index = balancer.pick(processes);
      if (server.down.has(index)) return failure(503, 'UNAVAILABLE');
      try {
        const answer = await route(request, index);
        return random.chance(server.faults.dieBeforeAnswer) ? failure(500, 'INTERNAL') : answer;
      } catch (error) {
        noteFailure(error);
        return failure(500, 'INTERNAL');
      }
    },
  };

  function noteFailure(error: unknown): void {
    if (error instanceof SimulatedCrash) return;
    server.failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /**
   * Every kiosk has a signed-in person, because its actions without a session are tested elsewhere. A stall
   * has none.
   */
  function signedInOn(deviceId: string): string | null {
    const device = ledger.devices.get(deviceId);
    return device?.name === 'kiosk' ? (device.operators[0] ?? null) : null;
  }

  async function route({ path, body, opId }: ServerRequest, index: ProcessIndex): Promise<ServerAnswer> {
    if (path === '/sync') {
      const request = syncRequestSchema.safeParse(body);
      if (!request.success) return failure(400, 'INVALID_REQUEST');
      const { deviceId } = request.data;
      if ((lastOf.get(deviceId) ?? index) !== index)
        worldOf().reach('one process of the server went on where another one had answered');
      lastOf.set(deviceId, index);
      const answer = await syncDevice(depsOfProcess[index], request.data, signedInOn(deviceId));
      return answer.ok
        ? { status: 200, body: answer.value }
        : failure(refusals[answer.code].status, answer.code);
    }
    if (path === '/shopping/create') return buy(body, opId);
    if (path === '/sync/keys') return { status: 200, body: server.keySet() };
    if (path === '/sync/snapshot') {
      const request = snapshotRequestSchema.safeParse(body);
      if (!request.success) return failure(400, 'INVALID_REQUEST');
      const marketLists = server.marketLists[index];
      const answer = await readBalanceList({ ...depsOfProcess[index], database, marketLists }, request.data);
      if (!answer.ok) return failure(refusals[answer.code].status, answer.code);
      return { status: 200, body: [...answer.value] };
    }
    return failure(404, 'ROUTE_NOT_FOUND');
  }

  /** A holder of a voucher's link. */
  async function buy(body: unknown, opId: OpId | undefined): Promise<ServerAnswer> {
    const command = purchaseCommandSchema.safeParse(body);
    if (!command.success) return failure(400, 'INVALID_REQUEST');
    const purchases = {
      post: (entry: PurchaseAct) => store.inTransaction((tx) => tx.postPurchase(entry, now())),
    };
    const answer = await recordPurchase({ purchases }, command.data, null, opId);
    if (answer.kind === 'done') return { status: 201, body: { ...answer.receipt, opId } };
    return failure(refusals[answer.code].status, answer.code, opId);
  }

  return server;
}

function failure(status: number, code: RefusalCode, opId?: OpId): ServerAnswer {
  return { status, body: { code, message: refusalSentence(code), ...(opId === undefined ? {} : { opId }) } };
}

/** A kiosk's certificate lasts a week. */
const certificateMs = 7 * 86_400_000;

function keySetOf({ ledger }: SimServer, issuing: readonly string[], now: Date): KeySet {
  const kiosks = [...ledger.devices.values()].filter(({ operators }) =>
    operators.some((id) => ledger.operators.get(id)?.userType === 'RECARGA'),
  );
  return {
    asOf: now.toISOString(),
    keys: issuing.map((publicKey, index) => ({
      kid: index + 1,
      publicKey,
      retired: index + 1 < issuing.length,
    })),
    kiosks: kiosks
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, marketId, publicKey }) => ({
        deviceId: id,
        marketId,
        publicKey,
        notAfter: new Date(now.getTime() + certificateMs).toISOString(),
        maxVoucher: toAmount(ledger.limits.get(marketId)?.at(-1)?.kioskVoucher ?? 1),
        kid: 1,
        sig: 'as-published',
      })),
    ...endless,
    revokedDevices: [...ledger.devices.values()].flatMap(({ id, revokedAt }) => (revokedAt ? [id] : [])),
  };
}

/** Lists of processes that have just started. */
export function marketListsOf(database: Database): SimServer['marketLists'] {
  return [createMarketLists(database), createMarketLists(database)];
}

export function registerKiosk(ledger: MemoryLedger, deviceId: string, publicKey: string): void {
  ledger.proofKeys.set(devicePrefixOf(deviceId), publicKey);
}
