import { Link } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Count } from '#src/client/ui/tables/count.tsx';
import type { NavCounts } from './nav-counts.ts';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  tabs: readonly DashboardPage[];
  pathname: string;
  counts: NavCounts;
}

/** The pages that share one entry of the navigation. */
export function PageTabs({ tabs, pathname, counts }: PageTabsProps) {
  if (tabs.length === 0) return null;
  return (
    <nav className={styles.tabs} aria-label={texts.tabs}>
      {tabs.map(({ path, label, tab }) => (
        <Link
          key={path}
          to={`/dashboard/${path}`}
          aria-current={pathname === `/dashboard/${path}` ? 'page' : undefined}
        >
          {tab ?? label}
          <Count of={counts.get(path)} />
        </Link>
      ))}
    </nav>
  );
}
