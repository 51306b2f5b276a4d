import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { type Commands, createCommands } from '#src/client/commands/create-commands.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import { makeDevicePair, signBytes, signText, makePinKey } from '#src/client/device/crypto.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import type { DeviceKeys } from '#src/client/local/db/rows.ts';
import { noteServerTime } from '#src/client/local/device/device-clock.ts';
import { changeEnrolment, keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { storeKeySet, storeLimits } from '#src/client/local/device/server-config.ts';
import type { SecondCopy } from '#src/client/local/second/second-copy.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import type { ReadSyncAnswer, SyncAnswer, SyncRequest, SyncResult } from '#src/contract/sync/schemas.ts';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { Envelope, PurchaseEnvelope } from '#src/operations/envelopes.ts';
import { type ListedBalance, readBalanceList, writeBalanceList } from '#src/protocol/balance-list.ts';
import {
  type MarketId,
  toAmount,
  toMarketCode,
  toMarketId,
  toPoints,
  toVoucherId,
  type OpId,
  type VoucherId,
} from '#src/protocol/brands.ts';
import type { KeySet, OfflineLimits } from '#src/protocol/keys.ts';
import { certificateText } from '#src/protocol/signed-texts.ts';
import {
  endless,
  marketPrefixOf,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';
import { noSecondCopy } from '#tests/support/browser/copy-of-tab.ts';
import { placeAsPerson, type Placed } from '#tests/support/market/place-as-person.ts';
import { commandPorts } from './command-ports.ts';
import { syncPorts } from './sync-ports.ts';

export const limits: OfflineLimits = {
  ...defaultOfflineLimits,
  perDevice: toAmount(120_000),
  kioskTotal: toAmount(150_000),
};

/** An enrolled device with everything for offline decisions. The test sets its server's answers. */
export type EnrolledDevice = {
  db: MoneyDb;
  readonly id: string;
  /** Person who works on it. */
  readonly stallId: string;
  /** Its own clock, `aheadMs` ahead of its server's. */
  clock: { now: number };
  aheadMs: number;
  keys: DeviceKeys;
  /** The log beside its database; none by default. */
  secondCopy: SecondCopy;
  /** Ports of its commands: nothing is waited for, and nothing is sent before `drain`. */
  ports: CommandPorts;
  commands: Commands;
  /** Calls of /sync so far. */
  calls: SyncRequest[];
  /** The server's outcomes of the next calls, in order; afterwards `results`. */
  outcomes: CallAnswer<ReadSyncAnswer>[];
  /** Result of one operation; accepted by default. */
  results: (envelope: Envelope) => Partial<SyncResult>;
  answer: Partial<SyncAnswer['device']>;
  /** Epoch that the server reports; none by default. */
  epoch?: number;
  forgotten: number;
  list(entries: ListedBalance[], asOf?: number): void;
  place(placed: Placed): Promise<OpId>;
  /** Sells on a voucher of the server, with its proof. */
  sell(voucher: IssuedVoucher, price: number): Promise<OpId>;
  accept(opId: OpId): ReturnType<Commands['accept']>;
  drain(overrides?: Partial<SyncPorts>): Promise<void>;
  /** Returns the server's answer to one call. */
  serve(request: SyncRequest): Promise<CallAnswer<ReadSyncAnswer>>;
  status(opId: OpId): Promise<OperationStatus>;
  restart(): void;
};

export type IssuedVoucher = { id: VoucherId; ownerId: string; face: number; proof: string };

type Issuer = { kid: number; publicKey: string; privateKey: CryptoKey };

/** Creates the server's issuing key for a test. */
export async function makeIssuer(): Promise<Issuer> {
  return { kid: 1, ...(await makeDevicePair()) };
}

/** With `marketId` its proof names that market; without, it is of version 1. */
export async function issueVoucher(
  issuer: Issuer,
  face: number,
  issuedAt: number,
  marketId: MarketId | null = null,
): Promise<IssuedVoucher> {
  const ids = { voucherId: toVoucherId(randomUUID()), ownerId: randomUUID() };
  const facts = {
    signer: {
      by: 'server' as const,
      kid: issuer.kid,
      ...(marketId && { market: marketPrefixOf(marketId) }),
    },
    face,
    issuedAt: Math.floor(issuedAt / 60_000) * 60_000,
    expiresAt: null,
    offlineCap: 0,
  };
  const signature = await signBytes(issuer.privateKey, voucherProofMessage(facts, ids));
  return {
    id: ids.voucherId,
    ownerId: ids.ownerId,
    face,
    proof: writeVoucherProof(facts, signature),
  };
}

export async function openEnrolledDevice(issuer: Issuer, name = randomUUID()): Promise<EnrolledDevice> {
  const clock = { now: Date.parse('2026-11-21T09:00:00Z') };
  const keys: DeviceKeys = { ...(await makeDevicePair()), pinKey: await makePinKey() };
  let list: Uint8Array<ArrayBuffer> | null = null;
  const db = new MoneyDb(name);
  const { deviceId } = await keepDeviceKeys(db, keys, randomUUID(), clock.now);
  const stallId = randomUUID();
  const place = {
    ownerName: 'luz',
    placeName: 'Rosalba',
    marketName: 'Feria',
    globalMarketId: toMarketCode('FERIA2'),
  };
  await keepOperator(db, { id: stallId, userType: 'ESTANTE', ...place });
  const device: EnrolledDevice = {
    db,
    id: deviceId,
    stallId,
    clock,
    aheadMs: 0,
    keys,
    secondCopy: noSecondCopy,
    get ports() {
      const ports = commandPorts(device.db, { secondCopy: device.secondCopy });
      const readList = () => Promise.resolve(list && readBalanceList(list));
      return { ...ports, cache: { ...ports.cache, readList }, clock: { now: () => clock.now } };
    },
    get commands() {
      return createCommands(device.ports);
    },
    calls: [],
    outcomes: [],
    results: () => ({}),
    answer: {},
    forgotten: 0,
    list: (entries, asOf = clock.now - device.aheadMs) => {
      list = writeBalanceList('full', asOf, entries);
    },
    // No answer and no end of the wait: placed operations stay undecided until the test decides.
    place: (placed) => {
      const connection = {
        ...device.ports.connection,
        waitForAnswer: () => new Promise<void>(() => undefined),
      };
      return placeAsPerson(createCommands({ ...device.ports, connection }), stallId, placed);
    },
    sell: (voucher, price) =>
      device.place({
        kind: 'purchase',
        payload: {
          userId: voucher.ownerId,
          estanteId: stallId,
          codeQrUuid: voucher.id,
          price: toAmount(price),
          by: 'stall',
        },
        label: { userName: 'luz', estanteName: 'Rosalba', proof: voucher.proof },
      }),
    accept: (opId) => device.commands.accept(opId),
    drain: async (overrides = {}) => {
      await drainOnce(device.db, { ...portsOf(device), ...overrides });
    },
    serve: async (request) => {
      device.calls.push(request);
      const scripted = device.outcomes.shift();
      return scripted ?? { kind: 'ok', status: 200, data: answerTo(device, request), replayed: false };
    },
    status: async (opId) => {
      const status = await device.db.statuses.get(opId);
      if (!status) throw new Error(`no status of ${opId}`);
      return status;
    },
    restart: () => {
      device.db.close();
      device.db = new MoneyDb(name);
    },
  };
  await changeEnrolment(db, { state: 'active', name: 'Tableta 7' });
  const steady = { since: 0, ms: clock.now };
  const trip = { sentAt: clock.now, receivedAt: clock.now, tookMs: 0, steady };
  await noteServerTime(db, clock.now, trip, deviceId);
  await storeLimits(db, limits);
  await storeKeySet(db, await keySetOf(issuer, device));
  return device;
}

async function keySetOf(issuer: Issuer, device: EnrolledDevice): Promise<KeySet> {
  const certificate = {
    deviceId: device.id,
    marketId: toMarketId(randomUUID()),
    publicKey: device.keys.publicKey,
    notAfter: new Date(device.clock.now + 30 * 86_400_000).toISOString(),
    maxVoucher: toAmount(100_000),
    kid: issuer.kid,
  };
  return {
    asOf: new Date(device.clock.now).toISOString(),
    keys: [{ kid: issuer.kid, publicKey: issuer.publicKey, retired: false }],
    kiosks: [{ ...certificate, sig: await signText(issuer.privateKey, certificateText(certificate)) }],
    revokedDevices: [],
    ...endless,
  };
}

/** Ports of its sync. */
export function portsOf(device: EnrolledDevice): SyncPorts {
  return syncPorts({
    server: {
      send: () => Promise.reject(new Error('an enrolled device sends its journal')),
      sync: (request) => device.serve(request),
    },
    sign: (text) => signText(device.keys.privateKey, text),
    clock: {
      now: () => device.clock.now,
      steady: () => ({ since: 0, ms: device.clock.now }),
      random: () => 0.5,
    },
    secondCopy: device.secondCopy,
    health: () => Promise.resolve({ appVersion: 'test', storage: 'persistent' }),
    forgetCaches: async () => {
      device.forgotten += 1;
    },
  });
}

export function refused(code: 'DEVICE_REVOKED' | 'INTERNAL' | 'TOO_MANY_REQUESTS', status: number) {
  const rest = { message: code, fields: {}, opId: undefined, retryAfterMs: undefined };
  return { kind: 'refused', status, code, ...rest } as const;
}

function answerTo(device: EnrolledDevice, request: SyncRequest): SyncAnswer {
  const envelopes = request.entries.map(({ envelope }) => envelope as Envelope);
  const serverNow = device.clock.now - device.aheadMs;
  return {
    serverTime: new Date(serverNow).toISOString(),
    results: envelopes.map((envelope) => ({
      opId: envelope.opId,
      state: 'accepted',
      ...(envelope.kind === 'purchase' ? { purchase: receiptOf(envelope, serverNow) } : {}),
      ...device.results(envelope),
    })),
    device: {
      state: 'active',
      name: 'Tableta 7',
      ackSeq: request.journal.lastSeq,
      missing: [],
      ...device.answer,
    },
    limits,
    ...(device.epoch === undefined ? {} : { epoch: device.epoch }),
    operators: [],
  };
}

function receiptOf(envelope: PurchaseEnvelope, now: number) {
  const { price, codeQrUuid } = envelope.payload;
  return {
    codeCompra: 'C-7K4M2QXD',
    nuevoSaldo: toAmount(1_000),
    price,
    estanteName: 'Rosalba',
    userName: 'luz',
    codeQrUuid,
    points: toPoints(0),
    createAt: new Date(now).toISOString(),
  };
}
