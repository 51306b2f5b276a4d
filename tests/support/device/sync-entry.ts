import { randomUUID } from 'node:crypto';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { LoadedVoid } from '#src/operations/void/post.ts';
import { toAmount, toMarketId, toOpId, toPoints, toVoucherId } from '#src/protocol/brands.ts';
import { endless } from '#src/protocol/voucher-proof.ts';
import type { EntryContext, EntryFacts } from '#src/server/journal/entry-context.ts';
import type { PurchaseFacts, SyncDevice, SyncOperator } from '#src/server/journal/ports/rows.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { receiptBook, type Receipt } from '#src/server/ledger/receipts.ts';

/** Time of every entry, by server and device clock alike. */
export const entryAt = Date.parse('2026-11-21T12:00:00Z');
export const stallId = 'aaaaaaaa-0000-4000-8000-000000000001';
export const marketId = toMarketId('aaaaaaaa-0000-4000-8000-00000000000f');
const deviceId = 'aaaaaaaa-0000-4000-8000-000000000002';

export const author: SyncDevice = {
  id: deviceId,
  marketId,
  name: 'Tableta 7',
  publicKey: 'key',
  revokedAt: null,
  start: { seq: 0, hash: '' },
  head: { ackSeq: 0, headHash: '', gaps: [], awaiting: [] },
  contacts: 0,
  reportedAt: null,
  isApproved: true,
  unsignedTotal: 0,
};

export const rosalba: SyncOperator = {
  id: stallId,
  ownerName: 'Rosalba',
  userType: 'ESTANTE',
  status: 'APROBADO',
  isActive: true,
  isSuspended: false,
};

export const yamid: SyncOperator = {
  ...rosalba,
  id: 'aaaaaaaa-0000-4000-8000-000000000004',
  ownerName: 'Yamid',
  userType: 'RECARGA',
};

/** Valid facts of an existing stall's entry, and of a top-up point's. */
export const vouched: EntryFacts = {
  isFork: false,
  operator: rosalba,
  isProven: false,
  isOfBefore: false,
};
export const vouchedAtPoint: EntryFacts = { ...vouched, operator: yamid };

/** A transaction's receipts: exactly these. */
export function receiptsIn(
  receipts: Iterable<Partial<Receipt>>,
): Pick<SyncTransaction, 'findReceipt' | 'isAnswered'> {
  const book = receiptBook(receipts as Iterable<Receipt>);
  return {
    findReceipt: (key) => Promise.resolve(book.find(key)),
    isAnswered: (opId) => Promise.resolve(book.isAnswered(opId)),
  };
}

/** A transaction with empty reads, whose writes are recorded by verb. */
export function entryContext(found: Partial<SyncTransaction> = {}, own: Partial<EntryContext> = {}) {
  const written: { verb: string; given: unknown[] }[] = [];
  const note =
    (verb: string) =>
    (...given: unknown[]) => {
      written.push({ verb, given });
      return Promise.resolve();
    };
  let isRecovered = false;
  const nothing = () => Promise.resolve(null);
  const none = () => Promise.resolve([]);
  const tx = {
    ...receiptsIn([]),
    findAcceptance: nothing,
    findConflict: nothing,
    findEntry: nothing,
    readStall: nothing,
    lockVoucher: nothing,
    isVoucherIdTaken: () => Promise.resolve(false),
    readCustomer: nothing,
    findCustomer: nothing,
    openPurchases: none,
    readShortfall: none,
    lockCreditLeft: nothing,
    readEpoch: () => Promise.resolve({ number: 5, position: 0, keptCopy: null }),
    readTillRoom: nothing,
    lockTillRoom: nothing,
    readLimits: nothing,
    noteRecoveredPurchase: () => {
      isRecovered = true;
      return Promise.resolve();
    },
    readProvenShortfall: () => Promise.resolve(isRecovered ? 0 : null),
    lockConflict: nothing,
    lockWaiting: none,
    knownVouchers: () => Promise.resolve(new Set()),
    takeRegistration: () => Promise.resolve(true),
    insertReceipt: note('insertReceipt'),
    insertIncidents: note('insertIncidents'),
    insertCustomer: note('insertCustomer'),
    insertConsent: note('insertConsent'),
    insertAcceptance: note('insertAcceptance'),
    insertConflict: note('insertConflict'),
    updateConflict: note('updateConflict'),
    writeDecision: note('writeDecision'),
    blockVoucher: note('blockVoucher'),
    post: note('post'),
    readNotBefore: () => Promise.resolve(new Date(entryAt)),
    readPurchaseFacts: () => Promise.resolve(unknownPurchase),
    loadVoid: () => Promise.resolve(loadedVoid),
    postVoid: (...given: unknown[]) => note('postVoid')(...given).then(() => voidedPaper),
    ...found,
  } as unknown as SyncTransaction;
  let made = 0;
  const context = {
    deps: {
      currencySymbol: '$',
      voucherLife: endless,
      timeZone: 'America/Bogota',
      newId: () => `aaaaaaaa-0000-4000-8000-0000000001${String((made += 1)).padStart(2, '0')}`,
    },
    tx,
    author,
    uploaderId: deviceId,
    signedIn: null,
    operators: [rosalba],
    contact: 3,
    withdrawn: new Set(),
    limitsOf: () => Promise.resolve(defaultOfflineLimits),
    now: new Date(entryAt),
    ...own,
  } as unknown as EntryContext;
  return { context, written, verbs: () => written.map(({ verb }) => verb) };
}

/** A transaction in which this point makes a top-up for a customer whom the server does not know. */
export function madeAtPoint(
  point: { marketId: string } | null,
): Pick<SyncTransaction, 'loadTopUp' | 'postTopUp'> {
  const facts = {
    max: 700,
    customer: 'unknown',
    point: point ? 'active' : 'unknown',
    isVoucherTaken: false,
    isApproved: true,
    till: null,
  } as const;
  return {
    loadTopUp: () => Promise.resolve({ facts, customer: null, point: point as never }),
    postTopUp: () => Promise.resolve({ monto: 500 } as never),
  };
}

/** A sale unknown to the server. */
const unknownPurchase: PurchaseFacts = {
  isListHanded: false,
  listAt: entryAt,
  versionBeforeRestore: null,
  wasRestored: false,
  notBefore: new Date(entryAt),
  mostSinceList: null,
  personBlockedAt: null,
  isTold: false,
  versionAtList: 1,
  versionAtContact: 1,
};

/** Receipt of a paid sale of Rosalba's. */
export const paidPaper = {
  codeCompra: 'C-7K4M2QXD',
  nuevoSaldo: toAmount(0),
  price: toAmount(500),
  estanteName: 'Rosalba',
  userName: 'luz',
  codeQrUuid: toVoucherId('24684521-0000-4000-8000-000000000000'),
  points: toPoints(0),
  createAt: new Date(entryAt).toISOString(),
};

/** A purchase of 500 without voids, with its stall's request to void it. */
const loadedVoid: LoadedVoid = {
  facts: {
    price: 500,
    isVoided: false,
    missing: 0,
    isAssigned: false,
    points: toPoints(0),
    stall: {
      isSameDay: true,
      payable: 500,
      points: { balance: toPoints(0), redeemedSince: toPoints(0) },
    },
  },
  bought: { code: paidPaper.codeCompra } as LoadedVoid['bought'],
  line: null,
  market: marketId,
  credited: {} as LoadedVoid['credited'],
};
const { codeQrUuid: _id, ...sold } = paidPaper;
const voidedPaper = { ...sold, nuevoSaldo: toAmount(500) };

type Kinds = { [Kind in Envelope['kind']]: Extract<Envelope, { kind: Kind }> };

/** An operation of Rosalba on this device, as received. */
export function entryOf<Kind extends Envelope['kind']>(
  kind: Kind,
  payload: Partial<Kinds[Kind]['payload']> = {},
  own: Partial<Envelope> = {},
): Kinds[Kind] {
  const sale = {
    userId: 'aaaaaaaa-0000-4000-8000-000000000003',
    estanteId: stallId,
    codeQrUuid: toVoucherId('24684521-0000-4000-8000-000000000000'),
    price: toAmount(500),
  };
  return {
    v: 1,
    opId: toOpId(randomUUID()),
    deviceId,
    seq: 7,
    operatorId: stallId,
    occurredAt: new Date(entryAt).toISOString(),
    clockOffset: 0,
    kind,
    payload: { ...sale, ...payload },
    prevHash: 'p',
    hash: 'h'.repeat(64),
    ...own,
  } as unknown as Kinds[Kind];
}
