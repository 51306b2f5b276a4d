import { toAmount } from '#src/contract/brands.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import {
  decideOfflineSale,
  decideSettlement,
  type OfflineSaleFacts,
  type ShortfallCaps,
} from '#src/domain/operations/offline-sale.ts';
import { rules } from './rules.ts';
import { type Entry, face, type Letter, limitsOf, type Program, type Server, sum } from './state.ts';

export const hourMs = 3_600_000;

/** The voucher's proof, as the device and the server read it. */
export const proof = {
  face: toAmount(face),
  offlineCap: toAmount(0),
  issuedAt: 0,
  by: 'server' as const,
};

const journal = {
  isRevoked: false,
  operator: { isActive: true, isSuspended: false },
  isVouched: true,
  isOfBefore: false,
  isFork: false,
  isProven: false,
};

/** Serves a letter at `now`: what is new in it is judged and posted, and an answer is made. */
export function serve(program: Program, before: Server, letter: Letter, now: number): Server {
  let server = before;
  const isRepeated = program.bug === 'a repeated letter posts again';
  const fresh = letter.entries.filter(
    ({ seq }) => isRepeated || !before.receipts.some((receipt) => receipt.seq === seq),
  );
  for (const entry of fresh) server = settle(program, server, entry, { ...letter, entries: fresh }, now);
  const { balance, isBlocked, limitsVersion, receipts, answers, contacts } = server;
  const isPurged = program.bug === 'receipts are purged once acknowledged';
  const settled = answers[letter.list]?.results ?? [];
  return {
    ...server,
    receipts: isPurged ? receipts.filter(({ seq }) => !settled.includes(seq)) : receipts,
    contacts: [
      ...contacts.filter(({ reportedSeq }) => reportedSeq !== letter.lastSeq),
      { reportedSeq: letter.lastSeq, at: now },
    ].toSorted((one, other) => one.reportedSeq - other.reportedSeq),
    answers: [
      ...answers,
      {
        at: now,
        afterSeq: letter.lastSeq,
        balance: isBlocked ? 0 : balance,
        isExhausted: isBlocked || balance === 0,
        limitsVersion,
        results: receipts.map(({ seq }) => seq),
      },
    ],
  };
}

function settle(program: Program, server: Server, entry: Entry, letter: Letter, now: number): Server {
  const { seq, price } = entry;
  const note = (reason: ConflictReason | null): Server => ({
    ...server,
    receipts: [...server.receipts.filter((other) => other.seq !== seq), { seq, price, reason }].toSorted(
      (one, other) => one.seq - other.seq,
    ),
  });
  const judged = decideOfflineSale(
    claimOf(entry, server),
    factsOf(program, server, entry, letter, now),
    journal,
  );
  if (judged.kind === 'review') return note(judged.reason);
  const isUnknown = Math.max(entry.list, letter.list) === 0;
  const hasNoCaps = program.bug === 'no caps while nothing is acknowledged' && isUnknown;
  const lost = sum(server.movements.map(({ missing }) => missing));
  const decided = decideSettlement(
    { price },
    {
      voucher: { balance: server.balance, blocked: server.isBlocked ? 'overspend' : null, isOwn: true },
      purchase: 'open',
      caps: hasNoCaps ? noCaps : judged.plan,
      pin: null,
      creditLeft: null,
      shortfall: { onVoucher: lost, onDevice: lost, proven: null },
    },
  );
  if (decided.kind === 'wait') throw new Error('the voucher is known');
  if (decided.kind === 'review') return note(decided.reason);
  const { taken } = decided.plan;
  const missing = price - taken;
  return {
    ...note(null),
    balance: server.balance - taken,
    isBlocked: server.isBlocked || missing > 0,
    movements: [...server.movements, { seq, taken, missing }],
  };
}

const noCaps: ShortfallCaps = { voucherCap: face * 100, deviceCap: face * 100 };

function claimOf(entry: Entry, { answers }: Server): Parameters<typeof decideOfflineSale>[0] {
  return {
    price: toAmount(entry.price),
    knownBalance: toAmount(entry.knownBalance),
    // 1 ms after the epoch: 0 on the wire means no list.
    snapshotAsOf: (answers[entry.list]?.at ?? 0) * hourMs + 1,
    spentHere: toAmount(entry.open),
    deviceOpen: toAmount(entry.open),
    limitsVersion: entry.limitsVersion,
    occurredAt: entry.at * hourMs,
  };
}

function factsOf(
  program: Program,
  server: Server,
  entry: Entry,
  letter: Letter,
  now: number,
): OfflineSaleFacts {
  const list = server.answers[entry.list];
  const { open, notBefore, ...reported } = rules[program.rule](server, entry, letter, program);
  const { versionAtContact } = reported;
  return {
    ...reported,
    now: now * hourMs,
    notBefore: notBefore * hourMs,
    proof: { ...proof, endsAt: null, isForeign: false },
    limits: limitsOf(program, entry.limitsVersion),
    newerLimits: versionAtContact > entry.limitsVersion ? limitsOf(program, versionAtContact) : null,
    open: { onVoucher: open, onDevice: open },
    isListHanded: list !== undefined,
    // Nothing adds to this voucher, so that its highest balance since a list is the list's own.
    mostSinceList: list?.balance ?? 0,
    personBlockedAt: null,
    versionAtList: list?.limitsVersion ?? 1,
  };
}
