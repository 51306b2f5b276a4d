import { Link } from 'react-router-dom';
import { CallFailure } from '#src/client/queries/call-failure.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import { readFailureText } from '#src/client/queries/failure-text.ts';
import { accountsTexts } from '#src/client/texts/accounts/accounts-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';

/** Explains why a list is missing (no link, no permission, or a fault) and offers the one remedy. */
export function QueryProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const retry = (
    <Button variant="secondary" onClick={onRetry}>
      {commonTexts.tryAgain}
    </Button>
  );
  const outcome = error instanceof CallFailure ? error.outcome : null;
  if (outcome?.kind === 'unreachable' && outcome.reason === 'network')
    return (
      <EmptyState drawing="no-signal" title={commonTexts.noConnection} actions={retry}>
        <p>{accountsTexts.offlineNote}</p>
      </EmptyState>
    );
  if (outcome?.kind === 'refused' && (outcome.status === 401 || outcome.status === 403))
    return (
      <EmptyState
        drawing="lock"
        title={commonTexts.noPermission}
        actions={
          <Link to="/dashboard/home" className={buttonClass({})}>
            {buttonTexts.goHome}
          </Link>
        }
      >
        <p>{accountsTexts.noPermissionNote}</p>
      </EmptyState>
    );
  return (
    <EmptyState drawing="basket" title={commonTexts.somethingFailed} mustAct actions={retry}>
      <p>{outcome === null ? commonTexts.unknownError : readFailureText(outcome)}</p>
    </EmptyState>
  );
}

/** Explains why a command failed. */
export function FailureNotice({ error }: { error: Error | null }) {
  if (error === null) return null;
  return <Notice kind="refused">{errorText(error)}</Notice>;
}
