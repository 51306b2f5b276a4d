import { toAmount, type Amount, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import { topUpReceiptSchema, voucherCreated, type TopUpReceipt } from '#src/contract/money/top-up.ts';
import type { VoucherJoinCommand } from '#src/contract/money/voucher-care.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import { latestEnd, voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { useMarketCode } from '#src/server/accounts/market-codes.ts';
import { marketScope, type Actor } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { post } from '#src/server/ledger/journal.ts';
import { voucherLeg } from '#src/server/ledger/legs.ts';
import { refused, type Outcome, type StaffEntry, movementOf } from '#src/server/ledger/receipts.ts';
import {
  accountExists,
  closeJoined,
  endOf,
  lockVoucher,
  openVoucher,
  type LockedVoucher,
  voucherIssuedBy,
} from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { isMarketActive } from '#src/server/store/people.ts';
import type { VoucherChangeDeps } from './changes.ts';
import type { OpenVoucherLinks } from './links.ts';

/** Joins papers of one customer into a new one, all of them or none, exactly once. */
export const join: StaffCall<VoucherChangeDeps, VoucherJoinCommand, TopUpReceipt> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const makeLink = await deps.voucherLinks();
  return recordStaffOperation(
    deps,
    { kind: 'join', actor, body: command, opId, receiptSchema: topUpReceiptSchema },
    (session, entry) => postJoin(session, { ...entry, command, by: actor, makeLink }),
    ({ _id: id, ownerName: name, monto }) => [
      {
        kind: 'vouchers-joined',
        marketId: actor.marketId,
        subject: { type: 'VOUCHER', id, name },
        before: { parts: (command.ids?.length ?? 0) + (command.papers?.length ?? 0) },
        after: {
          newCode: shortCodeOf(command.newUuid),
          monto,
          withCode: command.marketCode !== undefined,
        },
      },
    ],
  );
};

type JoinEntry = StaffEntry & {
  command: VoucherJoinCommand;
  by: Actor;
  makeLink: Awaited<ReturnType<OpenVoucherLinks>>;
};

/**
 * The parts are locked in one order, so that two acts never wait for each other. Each gives all that is on it, in one movement, and
 * is closed: a sale handed over without a link meanwhile finds it as it finds a paper that was replaced, with its line for a person.
 */
async function postJoin(session: Session, entry: JoinEntry): Promise<Outcome<TopUpReceipt>> {
  const { command, recordedAt } = entry;
  const parts = await lockParts(session, entry);
  if (!parts) return refused('UNKNOWN_VOUCHER');
  const [first] = parts;
  if (!first || parts.length < 2) return refused('JOIN_TOO_FEW');
  const { personId: ownerId, ownerName, identificacion, marketId } = first;
  if (parts.some((part) => part.personId !== ownerId || part.marketId !== marketId))
    return refused('JOIN_MIXED');
  if (!isSameDocument(identificacion, command.identificacion)) return refused('IDENTIFICATION_MISMATCH');
  for (const part of parts) {
    const refusal = whyNot(part, recordedAt);
    if (refusal) return refused(refusal);
  }
  if (await accountExists(session, command.newUuid)) return refused('VOUCHER_EXISTS');
  if (!(await mayJoin(session, entry, marketId))) return refused('MARKET_CODE_INVALID');
  const amount = toAmount(parts.reduce((sum, { balance }) => sum + balance, 0));
  const expiresAt = latestEnd(parts.map((part) => part.expiresAt));
  const opened = { owner: ownerId, market: marketId, face: amount, expiresAt, recordedAt };
  await openVoucher(session, { ...opened, id: command.newUuid });
  await postParts(session, entry, parts, { ownerId, marketId, amount });
  const [voucherId, issuedAt] = [command.newUuid, recordedAt];
  const facts = { voucherId, ownerId, marketId, face: amount, issuedAt, expiresAt };
  return {
    ok: true,
    receipt: {
      _id: entry.movement,
      identification: identificacion,
      ownerName,
      status: true,
      createAt: recordedAt.toISOString(),
      urlCodeQr: entry.makeLink(facts),
      message: voucherCreated,
      monto: amount,
      uuid: command.newUuid,
      ...endOf(expiresAt),
    },
  };
}

async function postParts(
  session: Session,
  entry: JoinEntry,
  parts: readonly LockedVoucher[],
  { ownerId, marketId, amount }: { ownerId: string; marketId: MarketId; amount: Amount },
): Promise<void> {
  const { newUuid, marketCode } = entry.command;
  await post(session, {
    ...movementOf(entry),
    kind: 'join',
    legs: [
      ...parts.map(({ id, balance }) => voucherLeg(id, marketId, 0 - balance)),
      voucherLeg(newUuid, marketId, amount),
    ],
    detail: {
      newVoucherId: newUuid,
      customerId: ownerId,
      marketId,
      amount,
      parts: parts.length,
      withCode: marketCode !== undefined,
    },
  });
  await closeJoined(session, entry.movement, parts, entry.recordedAt);
}

/** null: one is unknown, of another market, or of one that is no longer active. */
async function lockParts(session: Session, { command, by }: JoinEntry): Promise<LockedVoucher[] | null> {
  const ids = new Set<VoucherId>(command.papers ?? []);
  for (const issuedBy of command.ids ?? []) {
    const id = await voucherIssuedBy(session, issuedBy);
    if (!id) return null;
    ids.add(id);
  }
  const market = marketScope(by);
  const parts: LockedVoucher[] = [];
  for (const id of [...ids].sort()) {
    const voucher = await lockVoucher(session, id);
    if (!voucher || (market !== null && voucher.marketId !== market)) return null;
    parts.push(voucher);
  }
  return market === null || (await isMarketActive(session, market)) ? parts : null;
}

function whyNot(part: LockedVoucher, now: Date): RefusalCode | null {
  const state = voucherStateOf({ ...part, isBlocked: part.blocked !== null }, now);
  return state === 'ACTIVE' ? null : `VOUCHER_${state}`;
}

/**
 * Who brought the papers could have spent them: a till needs no more than to read each. Named from a list they were not shown, and a
 * till needs a code of its market, as to replace a paper at once. The market and ADMIN may.
 */
async function mayJoin(session: Session, entry: JoinEntry, market: MarketId): Promise<boolean> {
  const { command, by, recordedAt: now } = entry;
  if (by.userType !== 'RECARGA' || command.ids === undefined) return true;
  const { marketCode: code } = command;
  if (code === undefined) return false;
  return useMarketCode(session, { market, purpose: 'reissue', code, by: by.id, now });
}
