import { Ellipsis } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { DashboardPage } from '#src/client/extra.ts';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Count } from '#src/client/ui/tables/count.tsx';
import type { Menu } from './menu-of-pages.ts';
import { type NavCounts, sumOf } from './nav-counts.ts';
import styles from './rail.module.css';

interface RailProps {
  menu: Menu;
  current: DashboardPage | undefined;
  counts: NavCounts;
  onMore: () => void;
}

/**
 * Navigation of kiosk and desktop, from 1024 px. When it is higher than the screen it scrolls to the current
 * page.
 */
export function Rail({ menu: { pages, beyond }, current, counts, onMore }: RailProps) {
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
              className={`row-12 plain go ${styles.item}`}
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
              className={`row-12 plain go ${styles.item}`}
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
