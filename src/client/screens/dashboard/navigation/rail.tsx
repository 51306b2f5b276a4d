import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { dashboardTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { currentPageOf } from '../dashboard-pages.ts';
import { Count } from './count.tsx';
import type { NavCounts } from './nav-counts.ts';
import type { PageSection } from './page-sections.ts';
import styles from './rail.module.css';

interface RailProps {
  sections: readonly PageSection[];
  counts: NavCounts;
}

/**
 * Navigation of kiosk and desktop, from 1024 px. When it is higher than the screen it scrolls to the current
 * page.
 */
export function Rail({ sections, counts }: RailProps) {
  const { pathname } = useLocation();
  const current = currentPageOf(
    pathname,
    sections.flatMap(({ pages }) => pages),
  );
  const currentPath = current && `/dashboard/${current.path}`;
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    const links = [...(rail.current?.querySelectorAll('a') ?? [])];
    links.find((link) => link.pathname === currentPath)?.scrollIntoView({ block: 'nearest' });
  }, [currentPath]);
  return (
    <nav ref={rail} className={styles.rail} aria-label={texts.navigation}>
      <div className={`${styles.scrolls} ${sections.length > 1 ? styles.grouped : ''}`}>
        {sections.map(({ name, pages }) => (
          <section key={name} aria-label={name === '' ? undefined : name}>
            {name !== '' && <p className={styles.group}>{name}</p>}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <Link
                    to={`/dashboard/${page.path}`}
                    className={styles.item}
                    aria-current={page === current ? 'page' : undefined}
                  >
                    <Icon of={page.icon} />
                    <span>{page.label}</span>
                    <Count of={counts.get(page.path)} place="beside" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
