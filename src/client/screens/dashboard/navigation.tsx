import { Ellipsis } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { DashboardPage } from './dashboard-pages.ts';
import styles from './foot-navigation.module.css';
import railStyles from './rail.module.css';

interface FootNavigationProps {
  pages: readonly DashboardPage[];
  counts: ReadonlyMap<string, number>;
  onMore: () => void;
}

/** Below 1024 px the zócalo is the navigation. */
export function FootNavigation({ pages, counts, onMore }: FootNavigationProps) {
  return (
    <nav className={styles.foot} aria-label={dashboardTexts.navigation}>
      {pages.map((page) => (
        <NavLink key={page.path} to={`/dashboard/${page.path}`} end className={styles.item ?? ''}>
          <span className={styles.icon}>
            <Icon of={page.icon} size={26} />
            {counts.has(page.path) && <Count value={counts.get(page.path) ?? 0} place="corner" />}
          </span>
          {page.label}
        </NavLink>
      ))}
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={onMore}>
        <Icon of={Ellipsis} size={26} />
        {dashboardTexts.more}
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
    <nav className={railStyles.rail} aria-label={dashboardTexts.navigation}>
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
