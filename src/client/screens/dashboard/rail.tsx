import { NavLink } from 'react-router-dom';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { DashboardPage } from './dashboard-pages.ts';
import styles from './rail.module.css';

/** Navigation of kiosk and desktop, from 1024 px. */
export function Rail({ pages }: { pages: readonly DashboardPage[] }) {
  return (
    <nav className={styles.rail} aria-label={dashboardTexts.navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <NavLink to={`/dashboard/${page.path}`} end className={styles.item ?? ''}>
              <Icon of={page.icon} />
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
