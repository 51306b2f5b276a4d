import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Count } from '#src/client/ui/tables/count.tsx';
import type { Menu } from './menu-of-pages.ts';
import { type NavCounts, sumOf } from './nav-counts.ts';
import styles from './foot-navigation.module.css';

interface FootNavigationProps {
  menu: Menu;
  current: DashboardPage | undefined;
  counts: NavCounts;
  /** "Más" is open above this foot. */
  isMore?: boolean;
  /** Called when a page of the foot is chosen. */
  onGo?: () => void;
  onMore: () => void;
}

/**
 * The navigation below 1024 px. "Más" is current on every page that it leads to, and its badge counts them
 * all.
 */
export function FootNavigation({
  menu: { pages, beyond },
  current,
  counts,
  isMore = false,
  onGo,
  onMore,
}: FootNavigationProps) {
  const isBeyond = current !== undefined && beyond.includes(current);
  return (
    <nav className={styles.foot} aria-label={texts.navigation}>
      {pages.map((page) => (
        <Link
          key={page.path}
          to={`/dashboard/${page.path}`}
          className={`plain strong column ${styles.item}`}
          aria-current={!isMore && page === current ? 'page' : undefined}
          onClick={onGo}
        >
          <span className={styles.word}>{page.short ?? page.label}</span>
          <span className={styles.icon}>
            <Icon of={page.icon} size={26} />
            <Count of={counts.get(page.path)} isCorner />
          </span>
        </Link>
      ))}
      <button
        type="button"
        className={`plain strong column ${styles.item}`}
        aria-haspopup={isMore ? undefined : 'dialog'}
        aria-current={isMore || isBeyond ? 'page' : undefined}
        onClick={onMore}
      >
        <span className={styles.word}>{texts.more}</span>
        <span className={styles.icon}>
          <Icon of={Ellipsis} size={26} />
          <Count of={sumOf(counts, beyond)} isCorner />
        </span>
      </button>
    </nav>
  );
}
