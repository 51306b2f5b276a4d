import { Ellipsis } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Count } from '#src/client/ui/tables/count.tsx';
import { type Menu, type NavCounts, sumOf } from './menu-of-pages.ts';
import styles from './navigation.module.css';

interface NavigationProps {
  menu: Menu;
  current: DashboardPage | undefined;
  counts: NavCounts;
  onMore: () => void;
}

/**
 * Navigation of kiosk and desktop, from 1024 px. When it is higher than the screen it scrolls to the current
 * page.
 */
export function Rail({ menu: { pages, beyond }, current, counts, onMore }: NavigationProps) {
  const currentPath = current && `/dashboard/${current.path}`;
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    const links = [...(rail.current?.querySelectorAll('a') ?? [])];
    links.find((link) => link.pathname === currentPath)?.scrollIntoView({ block: 'nearest' });
  }, [currentPath]);
  return (
    <nav ref={rail} className={styles.rail} aria-label={texts.navigation}>
      <ul className={styles.scrolls}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link
              to={`/dashboard/${page.path}`}
              className={`row-12 plain go ${styles.railItem}`}
              aria-current={page === current ? 'page' : undefined}
            >
              <Icon of={page.icon} />
              <span>{page.label}</span>
              <Count of={counts.get(page.path)} />
            </Link>
          </li>
        ))}
        {beyond.length > 0 && (
          <li>
            <button
              type="button"
              className={`row-12 plain go ${styles.railItem}`}
              aria-haspopup="dialog"
              aria-current={current !== undefined && beyond.includes(current) ? 'page' : undefined}
              onClick={onMore}
            >
              <Icon of={Ellipsis} />
              <span>{texts.more}</span>
              <Count of={sumOf(counts, beyond)} />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface FootNavigationProps extends NavigationProps {
  /** "Más" is open above this foot. */
  isMore?: boolean;
  /** Called when a page of the foot is chosen. */
  onGo?: () => void;
}

/**
 * The navigation below 1024 px. "Más" is current on every page that it leads to, and its badge counts them
 * all.
 */
export function FootNavigation(props: FootNavigationProps) {
  const { menu, current, counts, isMore = false, onGo, onMore } = props;
  const { pages, beyond } = menu;
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
