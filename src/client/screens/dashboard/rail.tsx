import { NavLink } from 'react-router-dom';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { Count } from '#src/client/ui/count.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { DashboardPage } from './dashboard-pages.ts';
import styles from './rail.module.css';

interface RailProps {
  pages: readonly DashboardPage[];
  counts: ReadonlyMap<string, number>;
}

/** Navigation of kiosk and desktop, from 1024 px. */
export function Rail({ pages, counts }: RailProps) {
  return (
    <nav className={styles.rail} aria-label={dashboardTexts.navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <NavLink to={`/dashboard/${page.path}`} end className={styles.item ?? ''}>
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
