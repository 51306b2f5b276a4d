import type { OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { retryOf } from '#src/contract/refusals.ts';
import type { SharedSaleCommand } from '#src/contract/money/shared-sale.ts';
import { moneyCalls } from '#src/contract/calls/money.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import type { OperationLabel, OperationReceipt } from '#src/client/local/operation.ts';
import type { SendOutcome } from './ports.ts';

/** Sends one operation over the contract and says what came of it. An answer without its opId is not its answer. */
export async function sendOperation(envelope: Envelope, label: OperationLabel | null): Promise<SendOutcome> {
  const { opId } = envelope;
  if (envelope.kind === 'top-up') {
    const outcome = await callServer(moneyCalls.createTopUp, { opId, body: envelope.payload });
    return judge(opId, outcome, (receipt) => ({ kind: 'top-up', receipt }));
  }
  if (envelope.kind !== 'purchase')
    return { kind: 'again', reason: 'newer-version', retryAfterMs: undefined };
  const { by, shares, ...purchase } = envelope.payload;
  const { estanteId, lines } = purchase;
  if (shares) return sendShare(opId, { estanteId, shares, ...(lines ? { lines } : {}) });
  const named = { ...purchase, estanteName: label?.estanteName ?? '', userName: label?.userName ?? '' };
  const outcome = await callServer(moneyCalls.createPurchase, {
    opId,
    body: named,
    signedIn: by === 'stall',
  });
  return judge(opId, outcome, (receipt) => ({ kind: 'purchase', receipt }));
}

/** All shares of its sale go with it: the first that is sent decides, the others ask what was decided. */
async function sendShare(opId: OpId, body: SharedSaleCommand): Promise<SendOutcome> {
  const outcome = await callServer(moneyCalls.createSharedSale, { opId, body });
  if (outcome.kind === 'ok') {
    const receipt = outcome.data.shares.find((share) => share.opId === opId);
    return receipt
      ? { kind: 'accepted', receipt: { kind: 'purchase', receipt } }
      : { kind: 'offline', reason: 'not-ours' };
  }
  const failed = failedBy(outcome);
  // Which of the codes it was is in the sentence; of this one it says nothing.
  return failed.kind === 'refused' ? { ...failed, code: 'SHARE_REFUSED' } : failed;
}

function judge<Receipt extends { opId?: OpId | undefined }>(
  opId: OpId,
  outcome: Outcome<Receipt>,
  wrap: (receipt: Receipt) => OperationReceipt,
): SendOutcome {
  if (outcome.kind !== 'ok') return failedBy(outcome);
  return outcome.data.opId === opId
    ? { kind: 'accepted', receipt: wrap(outcome.data) }
    : { kind: 'offline', reason: 'not-ours' };
}

function failedBy(outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): SendOutcome {
  if (outcome.kind === 'unreachable') {
    const { reason, retryAfterMs } = outcome;
    return reason === 'server' ? { kind: 'again', reason, retryAfterMs } : { kind: 'offline', reason };
  }
  const { code, message, retryAfterMs, status, left } = outcome;
  if (status === 401) return { kind: 'signed-out' };
  if (retryOf(code, status) !== 'never') return { kind: 'again', reason: code, retryAfterMs };
  return { kind: 'refused', code, message, ...(left === undefined ? {} : { left }) };
}
