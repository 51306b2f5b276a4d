import { QueryClient, QueryClientProvider, useQueries } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useParams, NavLink } from 'react-router-dom';
import { keepStaffFiles } from '#src/client/device/keep-staff-files.ts';
import { keys } from '#src/client/queries/keys.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { useOutboxSummary } from '#src/client/local/live.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
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
import { AccountDialog } from './account-dialog.tsx';
import { AppBar } from './app-bar.tsx';
import {
  dashboardPagesOf,
  footPagesOf,
  isPageOfSomebody,
  startPageOf,
  type DashboardPage,
} from './dashboard-pages.ts';
import { LimitedBar } from './limited-bar.tsx';
import { LiveFigures } from './live-figures.tsx';
import { RecoveryNotice } from './recovery-notice.tsx';
import styles from './shell.module.css';
import { Ellipsis } from 'lucide-react';
import { Icon } from '#src/client/ui/icon.tsx';
import footStyles from './foot-navigation.module.css';
import railStyles from './rail.module.css';

/** The shell around the pages of somebody who is in: server lists live and die with it. */
export function Dashboard({ actor, children }: { actor: Actor; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  useEffect(requestSync, []);
  useEffect(keepStaffFiles, []);
  useEffect(watchLostLink, []);
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
  const [accountOpen, setAccountOpen] = useState(false);
  const outdoors = user.userType === 'ESTANTE';
  useEffect(() => {
    if (outdoors) applyOutdoorTheme();
  }, [outdoors]);
  const pages = dashboardPagesOf(user.userType, user.isLimited).filter((page) => page.isInner !== true);
  const foot = footPagesOf(user.userType, pages);
  const counts = useNavCounts(
    user.userType,
    pages.map((page) => page.path),
  );
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#contenido">
        {texts.skip}
      </a>
      {!user.isLimited && user.userType !== 'PROVEEDOR' && <LiveFigures userType={user.userType} />}
      <AppBar user={user} onAccount={() => setAccountOpen(true)} />
      <Rail pages={pages} counts={counts} />
      <main id="contenido" className={styles.content} tabIndex={-1}>
        {user.isLimited && <LimitedBar />}
        {sellsHere(user.userType) && <RecoveryNotice />}
        {children}
      </main>
      <FootNavigation pages={foot} counts={counts} onMore={() => setAccountOpen(true)} />
      {accountOpen && (
        <AccountDialog
          user={user}
          pages={pages.filter((page) => !foot.includes(page))}
          onClose={() => setAccountOpen(false)}
        />
      )}
    </div>
  );
}

/** Who has a device of the market. */
function sellsHere(userType: UserType): boolean {
  return userType === 'ESTANTE' || userType === 'RECARGA';
}

const approvedTypeOf: Record<string, UserType> = {
  'mercados-globales': 'GLOBAL_MARKET',
  estantes: 'ESTANTE',
  'puntos-de-recarga': 'RECARGA',
  proveedores: 'PROVEEDOR',
};

/** What waits behind each page of the navigation: accounts to approve, operations to settle. By path; 0 is absent. */
function useNavCounts(userType: UserType, paths: readonly string[]): Map<string, number> {
  const approves = userType === 'ADMIN' || userType === 'GLOBAL_MARKET';
  const waiting = paths.filter(
    (path) =>
      approves && path in approvedTypeOf && !(userType === 'GLOBAL_MARKET' && path === 'mercados-globales'),
  );
  const counts = useQueries({
    queries: waiting.map((path) => ({
      queryKey: keys.accounts.list(approvedTypeOf[path], 'waiting'),
      queryFn: async () =>
        unwrap(
          await callServer(accountCalls.listUsers, { query: { userType: approvedTypeOf[path], limit: 1 } }),
        ).counts.PENDIENTE,
      staleTime: 60_000,
    })),
  });
  const summary = useOutboxSummary();
  const found = new Map(waiting.map((path, place) => [path, counts[place]?.data ?? 0]));
  found.set('pendientes', (summary?.openCount ?? 0) + (summary?.reviewCount ?? 0));
  return new Map([...found].filter(([, count]) => count > 0));
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
  useEffect(() => showToast('info', notFoundTexts.redirected(path)), [path]);
  return <Navigate to="/dashboard" replace />;
}

interface FootNavigationProps {
  pages: readonly DashboardPage[];
  counts: ReadonlyMap<string, number>;
  onMore: () => void;
}

/** Below 1024 px the zócalo is the navigation. */
export function FootNavigation({ pages, counts, onMore }: FootNavigationProps) {
  return (
    <nav className={footStyles.foot} aria-label={texts.navigation}>
      {pages.map((page) => (
        <NavLink key={page.path} to={`/dashboard/${page.path}`} end className={footStyles.item ?? ''}>
          <span className={footStyles.icon}>
            <Icon of={page.icon} size={26} />
            {counts.has(page.path) && <Count value={counts.get(page.path) ?? 0} place="corner" />}
          </span>
          <span className={footStyles.word}>{page.label}</span>
        </NavLink>
      ))}
      <button type="button" className={footStyles.item} aria-haspopup="dialog" onClick={onMore}>
        <Icon of={Ellipsis} size={26} />
        <span className={footStyles.word}>{texts.more}</span>
      </button>
    </nav>
  );
}

interface RailProps {
  pages: readonly DashboardPage[];
  counts: ReadonlyMap<string, number>;
}

/** Navigation of kiosk and desktop, from 1024 px. */
export function Rail({ pages, counts }: RailProps) {
  return (
    <nav className={railStyles.rail} aria-label={texts.navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <NavLink to={`/dashboard/${page.path}`} end className={railStyles.item ?? ''}>
              <Icon of={page.icon} />
              {page.label}
              {counts.has(page.path) && <Count value={counts.get(page.path) ?? 0} place="beside" />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many wait: beside a word of the rail, or at the corner of an icon. */
function Count({ value, place }: { value: number; place: 'beside' | 'corner' }) {
  return <span className={`${railStyles.count} ${railStyles[place]}`}>{value}</span>;
}
