import { Scissors } from 'lucide-react';
import { useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { AmountNotes } from '#src/client/money/notes/amount-notes.tsx';
import { ReasonChoice } from '#src/client/money/reason-chips.tsx';
import { useTills } from '#src/client/queries/cash.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { topUpVoidReasonTexts, topUpVoidTexts as texts } from '#src/client/texts/topups/top-up-void-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { topUpVoidReasons, type TopUpVoidReason } from '#src/contract/topups/top-up-void.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import type { OpId } from '#src/protocol/brands.ts';

/** A top-up identified by its movement, its operation on this device, or both. */
export interface VoidableTopUp {
  movementId: string;
  opId: OpId | null;
  monto: number;
  ownerName: string;
  shortCode: string;
  /** The point whose till received it; empty for this point. */
  topUpPointId: string;
}

/** `till`: its cash afterwards; null when this device voided it offline, or another till paid. */
export interface MadeTopUpVoid {
  reason: TopUpVoidReason;
  till: number | null;
  isHere: boolean;
  isByMarket: boolean;
}

interface TopUpVoidProps {
  topUp: VoidableTopUp;
  onNo: () => void;
  onDone: (undone: MadeTopUpVoid) => void;
}

/**
 * Shows the top-up, the reason and the remaining cash: one tap for the reason, one that repeats the amount.
 */
export function TopUpVoid({ topUp, onNo, onDone }: TopUpVoidProps) {
  const [reason, setReason] = useState<TopUpVoidReason | null>(null);
  const staleAfter = useStaleAfter();
  const undo = useUndo(topUp);
  const amount = amountText(topUp.monto);
  return (
    <MoneyConfirm
      subject={`undo ${topUp.opId ?? topUp.movementId}`}
      send={undo}
      body={{ reason: reason ?? 'OTHER' }}
      isReady={reason !== null}
      title={texts.ask(amount)}
      no={texts.no}
      yes={texts.yes(amount)}
      tone="danger"
      onNo={onNo}
      onDone={(undone) => {
        void staleAfter('top-up undone');
        onDone(undone);
      }}
    >
      <AmountNotes amount={topUp.monto} />
      <p className="strip strong" data-tone="info">
        <Icon of={Scissors} />
        {texts.tear}
      </p>
      <ReasonChoice
        title={texts.why}
        reasons={topUpVoidReasons.map((value) => ({ value, label: topUpVoidReasonTexts[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      <TillAfter topUp={topUp} />
    </MoneyConfirm>
  );
}

/** The till's cash before and after; nothing when unknown. */
function TillAfter({ topUp }: { topUp: VoidableTopUp }) {
  const { data } = useTills(useSessionUser() !== null);
  const till =
    topUp.topUpPointId === ''
      ? data?.[0]
      : data?.find(({ topUpPointId }) => topUpPointId === topUp.topUpPointId);
  if (till === undefined) return null;
  const left = till.expected - topUp.monto;
  return (
    <FactList
      facts={[
        { name: texts.till, value: amountText(till.expected) },
        left < 0
          ? { name: texts.left, value: texts.byMarket }
          : { name: texts.left, value: amountText(left), total: true },
      ]}
    />
  );
}

/**
 * Voided on this device alone while the server does not know the top-up; otherwise by the server, and then
 * recorded on this device.
 */
export function useUndo({ opId: topUpOpId, movementId }: VoidableTopUp) {
  const loadCommands = useCommands();
  const operatorId = useActor()?.id ?? '';
  return async (opId: OpId, { reason }: { reason: TopUpVoidReason }): Promise<CallAnswer<MadeTopUpVoid>> => {
    const commands = topUpOpId === null ? null : await loadCommands();
    const intent = topUpOpId === null ? null : { opId, topUpOpId, reason, operatorId };
    const here = intent && (await commands?.placeTopUpVoid(intent));
    if (here?.kind === 'saved') return ok({ reason, till: null, isHere: true, isByMarket: false });
    if (here?.kind === 'refused') return { ...nothing, code: here.code, message: here.message };
    if (here?.kind === 'storage-failed') return { ...nothing, code: 'UNAVAILABLE', message: here.reason };
    const id = here?.kind === 'ask-server' ? here.movementId : movementId;
    const outcome = await callServer(voucherCalls.topUpVoid, { opId, body: { id, reason } });
    if (outcome.kind !== 'ok') return outcome;
    // The top-up is voided even if the disk fails, which the commands report.
    if (intent) await commands?.noteVoidedTopUp(intent).catch(() => undefined);
    const isByMarket = outcome.data.paidFrom === 'MARKET';
    return ok({ reason, till: isByMarket ? null : outcome.data.till, isHere: false, isByMarket });
  };
}

const nothing = {
  kind: 'refused',
  status: 409,
  fields: {},
  opId: undefined,
  retryAfterMs: undefined,
} as const;

function ok(data: MadeTopUpVoid): CallAnswer<MadeTopUpVoid> {
  return { kind: 'ok', status: 201, data, replayed: false };
}
