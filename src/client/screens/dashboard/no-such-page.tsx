import { useEffect } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { notFoundTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';

interface NoSuchPageProps {
  actor: Actor;
  path: string;
  /** The start page. */
  first: DashboardPage;
  /** The person has this page, and may not have it with a PIN alone. */
  isOwn: boolean;
  /** Some role has this page. */
  isOthers: boolean;
}

/** Shown for an unknown address, a page of another role, or a page that a PIN does not open. */
export function NoSuchPage({
  actor: { userType, isLimited },
  path,
  first,
  isOwn,
  isOthers,
}: NoSuchPageProps) {
  if (!isOthers) return <Lost path={path} />;
  const isLocked = isLimited && isOwn;
  return (
    <EmptyState
      heading="h1"
      drawing="lock"
      title={isLocked ? notFoundTexts.limitedTitle : notFoundTexts.othersTitle}
      actions={
        <Link to="/dashboard" className={buttonClass({})}>
          {isLimited ? notFoundTexts.goTo(first.label) : buttonTexts.goHome}
        </Link>
      }
    >
      <p>{isLocked ? notFoundTexts.limitedNote : notFoundTexts.othersNote(roleTexts[userType])}</p>
    </EmptyState>
  );
}

/**
 * The specification sends unknown addresses to the start page. A notice explains the redirect, which would
 * otherwise look like a fault.
 */
function Lost({ path }: { path: string }) {
  useEffect(() => {
    showToast('info', notFoundTexts.redirected(path));
  }, [path]);
  return <Navigate to="/dashboard" replace />;
}
