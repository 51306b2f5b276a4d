import type { ReactNode } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Notice } from '#src/client/ui/notice.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useMoneyCall, type MoneyCall } from './use-money-call.ts';

interface MoneyConfirmProps<Body, Receipt> extends MoneyCall<Body, Receipt> {
  title: string;
  children?: ReactNode;
  body: Body;
  isReady?: boolean;
  no: string;
  /** Repeats the amount. */
  yes: string;
  tone?: 'danger' | 'primary';
  onNo: () => void;
}

/** The last word before money moves. Mounted anew for every operation: its id is made then. */
export function MoneyConfirm<Body extends object, Receipt>(props: MoneyConfirmProps<Body, Receipt>) {
  const call = useMoneyCall(props);
  const { title, children, body, isReady = true, no, yes, tone, onNo } = props;
  if (call.isUnanswered)
    return (
      <ConfirmDialog
        key="again"
        title={listsTexts.unansweredTitle}
        no={commonTexts.close}
        yes={commonTexts.tryAgain}
        busy={call.busy}
        onNo={onNo}
        onYes={() => call.submit(body)}
      >
        <Notice kind="pending">
          {listsTexts.unanswered} {listsTexts.unansweredAdvice}
        </Notice>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      key="ask"
      title={title}
      no={no}
      yes={yes}
      tone={tone ?? 'primary'}
      disabled={!isReady}
      busy={call.busy}
      error={call.error}
      onNo={onNo}
      onYes={() => call.submit(body)}
    >
      {children}
    </ConfirmDialog>
  );
}
