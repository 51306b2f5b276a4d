import { useMutation } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { passwordCalls } from '#src/contract/calls/passwords.ts';
import { KeyRound } from 'lucide-react';
import { CallFailure, unwrap } from '#src/client/queries/call-failure.ts';
import { dateTimeText, timeText } from '#src/client/shared/dates.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { accountStatusTexts, accountsTexts as texts } from '#src/client/texts/office/accounts-texts.ts';
import { recoverTexts } from '#src/client/texts/office/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import type { User } from '#src/contract/accounts/user.ts';
import type { Decision } from './account-decision.tsx';
import { CopyCode } from './copy-code.tsx';
import type { AccountKind } from './use-accounts.ts';
import styles from './accounts.module.css';

interface AccountDetailProps {
  kind: AccountKind;
  user: User;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

export function AccountDetail({ kind, user, onClose, onDecide }: AccountDetailProps) {
  return (
    <Dialog
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
          <Button data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      <FactList facts={factsOf(user)} />
      {user.status === 'APROBADO' && <ResetCode user={user} />}
    </Dialog>
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

/** A one-time code to be told to the person; it is shown once, and closing the dialog forgets it. */
function ResetCode({ user }: { user: User }) {
  const issue = useMutation({
    mutationFn: async () =>
      unwrap(
        await callServer(passwordCalls.issueResetCode, { body: { id: user._id, userType: user.userType } }),
      ),
  });
  if (issue.data !== undefined)
    return (
      <div className={styles.reset} role="status">
        <p>{recoverTexts.issued(user.ownerName)}</p>
        <strong>{issue.data.code}</strong>
        <p>
          {recoverTexts.tell} {recoverTexts.until(timeText(issue.data.expiresAt))}
        </p>
        <CopyCode code={issue.data.code} />
      </div>
    );
  return (
    <div className={styles.reset}>
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
      {issue.error !== null && (
        <Notice kind="refused">
          {issue.error instanceof CallFailure ? failureText(issue.error.outcome) : commonTexts.unknownError}
        </Notice>
      )}
    </div>
  );
}
