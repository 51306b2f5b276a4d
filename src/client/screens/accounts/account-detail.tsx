import { KeyRound } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { CopyCode } from '#src/client/form/copy-code.tsx';
import { filled, FormDialog, useToldChange } from '#src/client/form/form-page.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { requestMarketsReload } from '#src/client/state/markets-refresh.ts';
import { accountStatusTexts, accountsTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { recoverTexts } from '#src/client/texts/accounts/settings-texts.ts';
import { dateTimeText, timeText } from '#src/client/texts/written/dates.ts';
import { Button } from '#src/client/ui/button.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { AccountKind } from './use-accounts.ts';

interface AccountDetailProps {
  kind: AccountKind;
  user: User;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

export function AccountDetail({ kind, user, onClose, onDecide }: AccountDetailProps) {
  return (
    <ReadDialog
      title={kind.nameOf(user)}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={() => onDecide('delete')}>
            {texts.delete}
          </Button>
          {user.status === 'RECHAZADO' && (
            <Button variant="secondary" onClick={() => onDecide('restore')}>
              {texts.restore}
            </Button>
          )}
          {user.status === 'APROBADO' ? (
            <Button variant="danger" onClick={() => onDecide('reject')}>
              {texts.reject}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => onDecide('approve')}>
              {texts.approve}
            </Button>
          )}
        </>
      }
    >
      <FactList facts={factsOf(user)} />
      {user.status === 'APROBADO' && <ResetCode user={user} />}
    </ReadDialog>
  );
}

function factsOf(user: User): Fact[] {
  const facts: Fact[] = [
    { name: texts.owner, value: user.ownerName },
    { name: texts.email, value: user.email },
    { name: texts.phone, value: user.phone },
    { name: texts.identificacion, value: user.identificacion },
    { name: texts.market, value: user.marketName },
    { name: texts.registered, value: dateTimeText(user.createAt) },
    { name: texts.status, value: accountStatusTexts[user.status] },
    { name: texts.rejectReason, value: user.reason },
  ];
  return facts.filter((fact) => fact.value !== undefined && fact.value !== '');
}

/**
 * A one-time code that the approver passes on to the person. It is shown once; closing the dialog discards
 * it.
 */
function ResetCode({ user }: { user: User }) {
  const { _id: id, userType } = user;
  const issue = useChange(
    [],
    () => callServer(passwordCalls.issueResetCode, { body: { id, userType } }),
    () => undefined,
  );
  if (issue.data !== undefined)
    return (
      <div className="stack-8 ruled" role="status">
        <p>{recoverTexts.issued(user.ownerName)}</p>
        <strong className="spelled">{issue.data.code}</strong>
        <p>
          {recoverTexts.tell} {recoverTexts.until(timeText(issue.data.expiresAt))}
        </p>
        <CopyCode code={issue.data.code} />
      </div>
    );
  return (
    <div className="flow">
      <Button
        variant="secondary"
        size="row"
        icon={KeyRound}
        busy={issue.isPending}
        busyText={recoverTexts.issuing}
        onClick={() => issue.mutate()}
      >
        {recoverTexts.issue}
      </Button>
      <FailureNotice error={issue.error} />
    </div>
  );
}

interface AskDecisionProps {
  name: string;
  decision: 'reject' | 'delete';
  onNo: () => void;
  /** Receives the reason of a rejection. */
  onYes: (reason: string) => void;
}

/** Asks for confirmation with the account's name. The safe button has the focus. */
export function AskDecision({ name, decision, onNo, onYes }: AskDecisionProps) {
  const rejecting = decision === 'reject';
  return (
    <FormDialog
      title={rejecting ? texts.askReject(name) : texts.askDelete(name)}
      no={rejecting ? texts.noReject : texts.noDelete}
      yes={rejecting ? texts.yesReject : texts.yesDelete}
      tone="danger"
      start={{ reason: '' }}
      fields={() => [
        { kind: 'part', of: <p>{rejecting ? texts.rejectNote : texts.deleteNote}</p> },
        ...(rejecting ? [reasonField] : []),
      ]}
      save={{ mutate: ({ reason }) => onYes(reason) }}
      onClose={onNo}
    />
  );
}

const reasonField = { kind: 'reason', name: 'reason', label: texts.reason, hint: texts.reasonHint } as const;

export type Decision = 'approve' | 'reject' | 'delete' | 'restore';

interface AccountDecision {
  user: User;
  decision: Decision;
  /** Reason of a rejection. */
  reason?: string;
}

const calls = {
  approve: accountCalls.approveUser,
  delete: accountCalls.deleteUser,
  restore: accountCalls.restoreUser,
};
const done = {
  approve: texts.approved1,
  reject: texts.rejected1,
  delete: texts.deleted1,
  restore: texts.restored1,
};

export function useAccountDecision(kind: AccountKind) {
  return useToldChange(
    'account decided',
    async ({ user, decision, reason = '' }: AccountDecision) => {
      const target = { id: user._id, userType: user.userType };
      const outcome =
        decision === 'reject'
          ? await callServer(accountCalls.rejectUser, { body: { ...target, ...filled({ reason }) } })
          : await callServer(calls[decision], { body: target });
      if (kind.noun === 'markets') requestMarketsReload();
      return outcome;
    },
    ({ user, decision }) => done[decision](kind.nameOf(user)),
  );
}
