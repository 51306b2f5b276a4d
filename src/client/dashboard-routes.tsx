import { type ComponentType, useEffect } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { noteFault, tellFaults, watchFaults } from '#src/client/device/fault-log.ts';
import type { DashboardPage } from '#src/client/extra.ts';
import { holdDatabase, noteFirstFigure } from '#src/client/local/live/first-figure.ts';
import { Dashboard } from '#src/client/screens/dashboard/dashboard.tsx';
import { clockAheadMs } from '#src/client/state/server-clock.ts';
import { faultTeller } from '#src/client/state/sync-request.ts';
import { type Actor, useActor } from '#src/client/state/unlocked.ts';
import { dashboardTexts, notFoundTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { dayOf } from '#src/client/texts/written/dates.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { useNow } from '#src/client/ui/use-browser.ts';
import { useArrival } from '#src/client/use-arrival.ts';
import { dashboardPagesOf, isPageOfSomebody, startPageOf } from './pages.tsx';

/**
 * Starts what the dashboard needs, and returns its area. Nothing happens at import, because a page that shares a chunk
 * with this module would do it too.
 */
export function openDashboard(): ComponentType {
  watchFaults();
  holdDatabase(() => import('#src/client/local/live/live-queries.ts'));
  // Set here and not by the sync itself, which customers' phones load too.
  Object.assign(faultTeller, { tell: tellFaults, note: noteFault });
  return DashboardArea;
}

/** The protected area: the shell with the page of the address. */
function DashboardArea() {
  const actor = useActor();
  if (actor === null) return null;
  const pages = dashboardPagesOf(actor.userType, actor.isLimited);
  return (
    <Dashboard actor={actor} pages={pages}>
      <Pages actor={actor} pages={pages} />
    </Dashboard>
  );
}

function Pages({ actor, pages }: { actor: Actor; pages: readonly DashboardPage[] }) {
  const { pathname } = useLocation();
  const path = pathname.replace(/^\/dashboard\/?|\/+$/g, '');
  useEffect(() => {
    // The others need what is stored here, or are not in a hurry.
    if (path !== '' && path !== 'home') noteFirstFigure();
  }, [path]);
  const open = pages.find((page) => page.path === path);
  const now = useNow(60_000) + clockAheadMs();
  const day = open?.isOfDay === true ? dayOf(now) : '';
  useArrival(pathname, open?.tab ?? open?.label ?? dashboardTexts.home);
  const first = startPageOf(pages, actor.isLimited);
  return (
    // Keyed by path: otherwise the old page would stay on a slow link, as if the tap had failed.
    <Optional key={pathname + day} place="inside" fallback={<Loading />}>
      <Routes>
        {pages.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route index element={<Navigate to={`/dashboard/${first.path}`} replace />} />
        <Route
          path="*"
          element={isPageOfSomebody(path) ? <NotHere {...{ actor, path, first }} /> : <Lost path={path} />}
        />
      </Routes>
    </Optional>
  );
}

interface NotHereProps {
  actor: Actor;
  path: string;
  /** The start page. */
  first: DashboardPage;
}

/** Shown for a page of another role, or a page that a PIN does not open. */
function NotHere({ actor: { userType, isLimited }, path, first }: NotHereProps) {
  const isLocked = isLimited && dashboardPagesOf(userType).some((page) => page.path === path);
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
