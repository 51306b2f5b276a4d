import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { issueResetCode } from '#src/client/api/passwords.ts';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { recoverTexts as texts } from '#src/client/texts/settings-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import type { User } from '#src/contract/user.ts';
import { CopyCode } from './copy-code.tsx';
import styles from './accounts.module.css';

/** A one-time code to be told to the person; it is shown once, and closing the dialog forgets it. */
export function ResetCode({ user }: { user: User }) {
  const issue = useMutation({
    mutationFn: async () => take(await issueResetCode({ id: user._id, userType: user.userType })),
  });
  if (issue.data !== undefined)
    return (
      <div className={styles.reset} role="status">
        <p>{texts.issued(user.ownerName)}</p>
        <strong>{issue.data.code}</strong>
        <p>
          {texts.tell} {texts.until(timeText(issue.data.expiresAt))}
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
        busyText={texts.issuing}
        onClick={() => issue.mutate()}
      >
        {texts.issue}
      </Button>
      {issue.error !== null && (
        <Notice kind="refused">
          {issue.error instanceof CallFailure ? failureText(issue.error.outcome) : commonTexts.unknownError}
        </Notice>
      )}
    </div>
  );
}
