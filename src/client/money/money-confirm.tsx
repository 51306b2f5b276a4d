import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { CallFailure, unwrap } from '#src/client/queries/call-failure.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { forgetUnanswered, keepUnanswered, useUnanswered } from '#src/client/state/unanswered.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { retryOf } from '#src/contract/refusals.ts';
import type { OpId } from '#src/protocol/brands.ts';

interface MoneyConfirmProps<Body, Receipt> extends MoneyCall<Body, Receipt> {
  title: string;
  children?: ReactNode;
  body: Body;
  isReady?: boolean;
  no: string;
  /** Label that repeats the amount. */
  yes: string;
  tone?: 'danger' | 'primary';
  onNo: () => void;
}

/**
 * Final confirmation before money moves. Mounted anew for every operation, because its id is generated then.
 */
export function MoneyConfirm<Body extends object, Receipt>(props: MoneyConfirmProps<Body, Receipt>) {
  const call = useMoneyCall(props);
  const { title, children, body, isReady = true, no, yes, tone, onNo } = props;
  if (call.isUnanswered)
    return <Unanswered key="again" busy={call.busy} onNo={onNo} onAgain={() => call.submit(body)} />;
  return (
    <ConfirmDialog
      key="ask"
      title={title}
      no={no}
      yes={yes}
      tone={tone ?? 'primary'}
      disabled={!isReady}
      save={{ mutate: () => call.submit(body), isPending: call.busy, error: call.error }}
      onNo={onNo}
    >
      {children}
    </ConfirmDialog>
  );
}

interface UnansweredProps {
  busy: boolean;
  onNo: () => void;
  onAgain: () => void;
}

/** No answer came: offers to send the same operation again. */
export function Unanswered({ busy, onNo, onAgain }: UnansweredProps) {
  return (
    <ConfirmDialog
      title={listsTexts.unansweredTitle}
      no={buttonTexts.close}
      yes={commonTexts.tryAgain}
      save={{ mutate: onAgain, isPending: busy }}
      onNo={onNo}
    >
      <Notice kind="pending">
        {listsTexts.unanswered} {listsTexts.unansweredAdvice}
      </Notice>
    </ConfirmDialog>
  );
}

interface MoneyCall<Body, Receipt> {
  /** Subject of the operation, "payout <stall>". */
  subject: string;
  send: (opId: OpId, body: Body) => Promise<CallAnswer<Receipt>>;
  onDone: (receipt: Receipt) => void;
}

/**
 * A call that moves money without the outbox. Its id is generated when the dialog opens, and a refusal ends
 * it. From its sending on, a call without an answer is kept under its subject: reopening the dialog sends that
 * one again instead of a new one, even while the first is still on its way.
 */
export function useMoneyCall<Body extends object, Receipt>({
  subject,
  send,
  onDone,
}: MoneyCall<Body, Receipt>) {
  const place = `${useSessionUser()?.id ?? ''} ${subject}`;
  // Entries under this subject come only from this dialog.
  const kept = useUnanswered(place) as { opId: OpId; body: Body } | undefined;
  const [opId, setOpId] = useState(newOpId);
  /** No answer came, or the call was sent before this dialog opened. */
  const [isLate, setLate] = useState(kept !== undefined);
  const mutation = useMutation({
    mutationFn: async (call: { opId: OpId; body: Body }) => unwrap(await send(call.opId, call.body)),
    onSuccess: (receipt) => {
      forgetUnanswered(place);
      onDone(receipt);
    },
    onError: (error) => {
      if (!isAnswer(error)) return setLate(true);
      forgetUnanswered(place);
      setOpId(newOpId());
    },
  });
  return {
    isUnanswered: kept !== undefined && isLate,
    busy: mutation.isPending,
    error: mutation.error,
    submit: (body: Body) => {
      if (kept === undefined) setLate(false);
      const call = kept ?? { opId, body };
      keepUnanswered(place, call);
      mutation.mutate(call);
    },
  };
}

/** Returns true for a final refusal: nothing was recorded, and the same id would be refused again. */
function isAnswer(error: Error): boolean {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return false;
  const { status, code } = error.outcome;
  return retryOf(code, status) === 'never';
}
