import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import type { OperationLabel, OperationReceipt } from '#src/client/local/db/operation.ts';
import { moneyCalls } from '#src/contract/operations/calls.ts';
import type { PurchaseWithdrawal } from '#src/contract/purchases/withdrawal.ts';
import { retryOf } from '#src/contract/refusals.ts';
import type {
  EnvelopeKind,
  EnvelopeOf,
  PurchaseEnvelope,
  TopUpEnvelope,
  TopUpVoidEnvelope,
  WithdrawalEnvelope,
} from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import type { SendAnswer } from './ports.ts';

type Send<Kind extends EnvelopeKind> = (
  envelope: EnvelopeOf<Kind>,
  label: OperationLabel | null,
) => Promise<SendAnswer>;

/** Only an enrolled device registers customers and accepts offline, and it sends its journal. */
const sends: { [Kind in EnvelopeKind]: Send<Kind> | null } = {
  purchase: sendPurchase,
  'top-up': sendTopUp,
  withdrawal: withdrawPurchase,
  'top-up-void': withdrawTopUp,
  customer: null,
  acceptance: null,
};

/** Sends one operation over the contract and returns the result. An answer with another opId is rejected. */
export async function sendOperation<Kind extends EnvelopeKind>(
  envelope: EnvelopeOf<Kind>,
  label: OperationLabel | null,
): Promise<SendAnswer> {
  const { kind }: { kind: Kind } = envelope;
  return (
    sends[kind]?.(envelope, label) ?? { kind: 'again', reason: 'newer-version', retryAfterMs: undefined }
  );
}

async function sendTopUp({ opId, payload: body }: TopUpEnvelope): Promise<SendAnswer> {
  const outcome = await callServer(moneyCalls.createTopUp, { opId, body });
  return judge(opId, outcome, (topUp) => ({ topUp }));
}

async function sendPurchase(
  { opId, occurredAt, payload }: PurchaseEnvelope,
  label: OperationLabel | null,
): Promise<SendAnswer> {
  const { by, ...purchase } = payload;
  const named = {
    ...purchase,
    estanteName: label?.estanteName ?? '',
    userName: label?.userName ?? '',
    // The stall may have charged for it while it waited here.
    ...(by === 'holder' ? { waitedMs: Math.max(0, Date.now() - Date.parse(occurredAt)) } : {}),
  };
  const outcome = await callServer(moneyCalls.createPurchase, {
    opId,
    body: named,
    signedIn: by === 'stall',
  });
  return judge(opId, outcome, (made) => ({ purchase: made }));
}

/** With the session of its stall, or as the holder of the link. */
async function withdrawPurchase({ operatorId, payload }: WithdrawalEnvelope): Promise<SendAnswer> {
  const outcome = await callServer(moneyCalls.withdrawPurchase, {
    body: payload,
    signedIn: operatorId !== '',
    timeoutMs: operationTimeoutMs,
  });
  if (outcome.kind !== 'ok') return failedBy(outcome);
  const { state, purchase } = outcome.data;
  return judgeWithdrawal(state, purchase && { purchase });
}

async function withdrawTopUp({ payload }: TopUpVoidEnvelope): Promise<SendAnswer> {
  const { reason: _reason, ...body } = payload;
  const outcome = await callServer(moneyCalls.withdrawTopUp, { body, timeoutMs: operationTimeoutMs });
  if (outcome.kind !== 'ok') return failedBy(outcome);
  const { state, topUp } = outcome.data;
  return judgeWithdrawal(state, topUp && { topUp });
}

/** "stands" is only valid with the operation's receipt. */
function judgeWithdrawal(
  state: PurchaseWithdrawal['state'],
  receipt: OperationReceipt | undefined,
): SendAnswer {
  if (state === 'withdrawn') return { kind: 'withdrawn' };
  return receipt ? { kind: 'stands', receipt } : { kind: 'offline', reason: 'not-ours' };
}

function judge<Receipt extends { opId?: OpId | undefined }>(
  opId: OpId,
  outcome: CallAnswer<Receipt>,
  wrap: (receipt: Receipt) => OperationReceipt,
): SendAnswer {
  if (outcome.kind === 'ok' && outcome.data.opId === opId)
    return { kind: 'accepted', receipt: wrap(outcome.data) };
  const isOfAnother = outcome.kind === 'refused' && (outcome.opId ?? opId) !== opId;
  return outcome.kind === 'ok' || isOfAnother ? { kind: 'offline', reason: 'not-ours' } : failedBy(outcome);
}

function failedBy(outcome: Exclude<CallAnswer<unknown>, { kind: 'ok' }>): SendAnswer {
  if (outcome.kind === 'unreachable') {
    const { reason, retryAfterMs } = outcome;
    return reason === 'server' ? { kind: 'again', reason, retryAfterMs } : { kind: 'offline', reason };
  }
  const { code, message, retryAfterMs, status, left } = outcome;
  if (status === 401) return { kind: 'signed-out' };
  if (retryOf(code, status) !== 'never') return { kind: 'again', reason: code, retryAfterMs };
  return { kind: 'refused', code, message, ...(left === undefined ? {} : { left }) };
}
