import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { keepStaffFiles } from '#src/client/device/keep-staff-files.ts';
import { watchLostLink } from '#src/client/state/lost-link.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { dashboardTexts as texts, notFoundTexts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { applyOutdoorTheme } from '#src/client/ui/theme.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { AppBar } from './app-bar.tsx';
import { dashboardPagesOf, footPagesOf, isPageOfSomebody, startPageOf } from './dashboard-pages.ts';
import { LimitedBar } from './limited-bar.tsx';
import { LiveFigures } from './live-figures.tsx';
import { FootNavigation } from './navigation/foot-navigation.tsx';
import { AccountMenu, MorePages } from './navigation/menus.tsx';
import { moreSections, ownPagesBesideRail, railSections } from './navigation/page-sections.ts';
import { Rail } from './navigation/rail.tsx';
import { useNavCounts } from './navigation/use-nav-counts.ts';
import { RecoveryNotice } from './recovery-notice.tsx';
import { useClockAhead, WrongClock } from './wrong-clock.tsx';
import { useLaunches } from './use-launches.ts';
import styles from './shell.module.css';

/** The shell around the pages of somebody who is in: server lists live and die with it. */
export function Dashboard({ actor, children }: { actor: Actor; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  useEffect(() => {
    requestSync();
  }, []);
  useEffect(() => {
    keepStaffFiles();
  }, []);
  useEffect(() => {
    return watchLostLink();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Shell actor={actor}>{children}</Shell>
    </QueryClientProvider>
  );
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'offlineFirst', retry: 0, staleTime: 10_000 },
      mutations: { networkMode: 'offlineFirst', retry: 0 },
    },
  });
}

function Shell({ actor: user, children }: { actor: Actor; children: ReactNode }) {
  const [open, setOpen] = useState<'nothing' | 'more' | 'account'>('nothing');
  const outdoors = user.userType === 'ESTANTE';
  useLaunches();
  useEffect(() => {
    if (outdoors) applyOutdoorTheme();
  }, [outdoors]);
  const pages = dashboardPagesOf(user.userType, user.isLimited).filter((page) => page.isInner !== true);
  const foot = footPagesOf(user.userType, pages);
  const beyond = pages.filter((page) => !foot.includes(page));
  const more = moreSections(pages, beyond);
  const counts = useNavCounts(user.userType);
  const close = () => setOpen('nothing');
  const aheadMs = useClockAhead();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#contenido">
        {texts.skip}
      </a>
      {!user.isLimited && user.userType !== 'PROVEEDOR' && <LiveFigures userType={user.userType} />}
      <AppBar user={user} onAccount={() => setOpen('account')} />
      <Rail sections={railSections(pages)} counts={counts} />
      <main id="contenido" className={styles.content} tabIndex={-1}>
        {user.isLimited && <LimitedBar />}
        <WrongClock aheadMs={aheadMs} />
        {sellsHere(user.userType) && <RecoveryNotice />}
        {/* A page that asked for the day of a wrong clock asks again. */}
        <Fragment key={Math.round(aheadMs / dayMs)}>{children}</Fragment>
      </main>
      <FootNavigation pages={foot} beyond={beyond} counts={counts} onMore={() => setOpen('more')} />
      {open === 'more' && (
        <MorePages
          user={user}
          sections={more.work}
          own={more.own}
          counts={counts}
          foot={
            <FootNavigation pages={foot} beyond={beyond} counts={counts} isMore onGo={close} onMore={close} />
          }
          onClose={close}
        />
      )}
      {open === 'account' && (
        <AccountMenu user={user} own={ownPagesBesideRail(pages)} counts={counts} onClose={close} />
      )}
    </div>
  );
}

const dayMs = 86_400_000;

/** Who has a device of the market. */
function sellsHere(userType: UserType): boolean {
  return userType === 'ESTANTE' || userType === 'RECARGA';
}

interface NoSuchPageProps {
  userType: UserType;
  isLimited: boolean;
}

/** An address that does not exist, a page of another role, or one that a PIN does not open. */
export function NoSuchPage({ userType, isLimited }: NoSuchPageProps) {
  const path = (useParams()['*'] ?? '').replace(/\/+$/, '');
  const isOwn = dashboardPagesOf(userType).some((page) => page.path === path);
  const first = startPageOf(dashboardPagesOf(userType, isLimited), isLimited);
  const home = (
    <Link to="/dashboard" className={buttonClass({})}>
      {isLimited ? notFoundTexts.goTo(first.label) : commonTexts.goHome}
    </Link>
  );
  if (isLimited && isOwn)
    return (
      <EmptyState heading="h1" drawing="lock" title={notFoundTexts.limitedTitle} actions={home}>
        <p>{notFoundTexts.limitedNote}</p>
      </EmptyState>
    );
  if (isPageOfSomebody(path))
    return (
      <EmptyState heading="h1" drawing="lock" title={notFoundTexts.othersTitle} actions={home}>
        <p>{notFoundTexts.othersNote(roleTexts[userType])}</p>
      </EmptyState>
    );
  return <Lost path={path} />;
}

/** The specification sends every other address to the start; it says so, or a mistyped one looks like a fault. */
function Lost({ path }: { path: string }) {
  useEffect(() => {
    showToast('info', notFoundTexts.redirected(path));
  }, [path]);
  return <Navigate to="/dashboard" replace />;
}
