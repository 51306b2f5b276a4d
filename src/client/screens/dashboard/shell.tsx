import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { Actor } from '#src/client/state/unlocked.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { applyOutdoorTheme } from '#src/client/ui/theme.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AppBar } from './app-bar.tsx';
import { dashboardPagesOf, footPagesOf } from './dashboard-pages.ts';
import { FootNavigation } from './foot-navigation.tsx';
import { LiveFigures } from './live-figures.tsx';
import { LimitedBar } from './limited-bar.tsx';
import { Rail } from './rail.tsx';
import { useNavCounts } from './use-nav-counts.ts';
import styles from './shell.module.css';

export function Shell({ actor: user, children }: { actor: Actor; children: ReactNode }) {
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
