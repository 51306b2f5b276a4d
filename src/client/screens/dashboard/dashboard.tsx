import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CircleUserRound } from 'lucide-react';
import { Fragment, lazy, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { joinTabs } from '#src/client/api/session-tabs.ts';
import { keepHandedFile } from '#src/client/device/files/handed-file.ts';
import { keepStaffFiles } from '#src/client/device/keep-staff-files.ts';
import type { DashboardPage } from '#src/client/extra.ts';
import { databaseTurn } from '#src/client/local/live/first-figure.ts';
import { BarChip } from '#src/client/money/bar-chip.tsx';
import { usePlace } from '#src/client/money/use-place.ts';
import { useMarketToday, useWaitingAccounts } from '#src/client/queries/home-figures.ts';
import {
  countsOfMarket,
  countsWithTabs,
  currentPageOf,
  footOf,
  type NavCounts,
  railOf,
  tabsOf,
  waitingOnly,
} from '#src/client/screens/dashboard/navigation/menu-of-pages.ts';
import { AccountMenu, MorePages } from '#src/client/screens/dashboard/navigation/menus.tsx';
import { FootNavigation, PageTabs, Rail } from '#src/client/screens/dashboard/navigation/navigation.tsx';
import { useConnection } from '#src/client/state/connection.ts';
import { watchLostLink } from '#src/client/state/lost-link.ts';
import { isPurchaseOpen } from '#src/client/state/open-purchase.ts';
import type { SessionUser } from '#src/client/state/session.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { chipTexts, dashboardTexts as texts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { shortPersonName } from '#src/client/texts/written/names.ts';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { applyOutdoorTheme } from '#src/client/ui/theme.ts';
import { useMedia } from '#src/client/ui/use-browser.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { LimitedBar, RecoveryNotice, useClockAhead, WrongClock } from './page-notices.tsx';
import styles from './shell.module.css';

/** It loads after the page, whose first figures do not wait for it. */
const PaidByPhone = lazy(() => import('./paid-by-phone.tsx').then((m) => ({ default: m.PaidByPhone })));

interface DashboardProps {
  actor: Actor;
  /** The person's pages, in the order of the navigation. */
  pages: readonly DashboardPage[];
  children: ReactNode;
}

/** The shell of a signed-in person's pages. Cached server lists end with it. */
export function Dashboard({ children, ...shown }: DashboardProps) {
  const [client] = useState(makeQueryClient);
  useEffect(() => {
    void databaseTurn().then(requestSync);
    keepStaffFiles();
  }, []);
  useEffect(() => {
    return watchLostLink();
  }, []);
  useEffect(() => {
    return joinTabs();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <Shell {...shown}>{children}</Shell>
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

function Shell({ actor: user, pages, children }: DashboardProps) {
  const [open, setOpen] = useState<'nothing' | 'more' | 'account'>('nothing');
  const outdoors = user.userType === 'ESTANTE';
  useLaunches();
  useEffect(() => {
    if (outdoors) applyOutdoorTheme();
  }, [outdoors]);
  const { pathname } = useLocation();
  const current = currentPageOf(pathname, pages);
  const foot = footOf(pages);
  const rail = railOf(user.userType, pages);
  const isWide = useMedia('(min-width: 1024px)');
  const waiting = useNavCounts(user.userType);
  const counts = countsWithTabs(waiting, pages);
  const shown = { current, counts, onMore: () => setOpen('more') };
  const close = () => setOpen('nothing');
  const aheadMs = useClockAhead();
  return (
    <div className={styles.shell}>
      <a className={`pad-strip strong ${styles.skip}`} href="#contenido">
        {texts.skip}
      </a>
      {!user.isLimited && user.userType === 'ESTANTE' && (
        <Optional place="decoration">
          <PaidByPhone />
        </Optional>
      )}
      <AppBar user={user} onAccount={() => setOpen('account')} />
      <Rail menu={rail} {...shown} />
      <main id="contenido" className={`fill pad-16 column ${styles.content}`} tabIndex={-1}>
        {user.isLimited && <LimitedBar />}
        <WrongClock aheadMs={aheadMs} />
        {sellsHere(user) && (
          <Optional place="decoration">
            <RecoveryNotice />
          </Optional>
        )}
        <PageTabs tabs={tabsOf(pathname, pages)} pathname={pathname} counts={waiting} />
        {/* A page that derived its day from a wrong clock is remounted. */}
        <Fragment key={Math.round(aheadMs / dayMs)}>{children}</Fragment>
      </main>
      <FootNavigation menu={foot} {...shown} />
      {open === 'more' && (
        <MorePages
          user={user}
          pages={isWide ? rail.beyond : foot.beyond}
          counts={counts}
          foot={<FootNavigation menu={foot} {...shown} isMore onGo={close} onMore={close} />}
          onClose={close}
        />
      )}
      {open === 'account' && <AccountMenu user={user} onClose={close} />}
    </div>
  );
}

const dayMs = 86_400_000;

/** Roles that use a device of the market. */
function sellsHere({ userType }: SessionUser): boolean {
  return userType === 'ESTANTE' || userType === 'RECARGA';
}

function AppBar({ user, onAccount }: { user: SessionUser; onAccount: () => void }) {
  const place = usePlace();
  return (
    <header className={`flow-4 underlined ${styles.bar}`}>
      <Mark />
      <div className={styles.who}>
        <p className={styles.name}>{place.name === '' ? appTexts.name : place.name}</p>
        <p className={`soft whole ${styles.place}`}>{placeOf(user, place.marketName)}</p>
      </div>
      <BarChip opensOutbox={sellsHere(user)} />
      <button
        type="button"
        className={`plain small strong ${styles.account}`}
        aria-haspopup="dialog"
        onClick={onAccount}
      >
        <Icon of={CircleUserRound} />
        <span>{place.ownerName === '' ? user.email.split('@')[0] : shortPersonName(place.ownerName)}</span>
      </button>
      <div className={styles.progress}>
        <DrainProgress />
      </div>
    </header>
  );
}

function placeOf(user: SessionUser, marketName: string): string {
  if (user.userType === 'GLOBAL_MARKET' && user.globalMarketId !== '')
    return texts.marketCode(user.globalMarketId);
  const role = roleTexts[user.userType];
  return marketName === '' ? role : texts.roleAt(role, marketName);
}

/** Progress bar while the outbox drains. A single operation is answered within the tap and shows nothing. */
function DrainProgress() {
  const { sending } = useConnection();
  if (sending === null || sending.total < 2) return null;
  const { done, total } = sending;
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={chipTexts.progress}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
    >
      <div className={styles.fill} style={{ inlineSize: `${Math.min(1, done / total) * 100}%` }} />
    </div>
  );
}

/** Launch data of the LaunchQueue API, which TypeScript's libraries do not declare. */
type Launch = {
  readonly targetURL?: string;
  readonly files?: readonly { getFile(): Promise<File> }[];
};

declare global {
  interface Window {
    readonly launchQueue?: { setConsumer(take: (launch: Launch) => void): void };
  }
}

/**
 * Handles shortcuts and files opened with the app. The launch_handler of the manifest focuses the open
 * window, which navigates by this hook. A sale in progress is not left for a file; it waits on Pendientes.
 */
function useLaunches(): void {
  const navigate = useNavigate();
  useEffect(() => {
    async function take({ targetURL, files = [] }: Launch): Promise<void> {
      const { pathname, search } = new URL(targetURL ?? '/', location.origin);
      const [first] = files;
      // When the file cannot be kept, the person chooses it by hand on the page that opens.
      if (first) await first.getFile().then(keepHandedFile, () => undefined);
      if (!isPurchaseOpen() && pathname.startsWith('/dashboard/')) await navigate(pathname + search);
    }
    window.launchQueue?.setConsumer((launch) => void take(launch));
  }, [navigate]);
}

/** A market reuses the query of its home page, so the navigation's counts equal those of "Por hacer". */
function useNavCounts(userType: UserType): NavCounts {
  const today = useMarketToday({ enabled: userType === 'GLOBAL_MARKET' }).data;
  const accounts = useWaitingAccounts(userType === 'ADMIN');
  if (userType === 'GLOBAL_MARKET') return today === undefined ? new Map() : countsOfMarket(today);
  return waitingOnly(accounts.map(({ page, count }) => [page, { count, isUrgent: false }]));
}
