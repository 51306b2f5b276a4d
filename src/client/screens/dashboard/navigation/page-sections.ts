import type { DashboardPage } from '#src/client/shared/extra.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';

/** Pages that are grouped; unnamed where there are few. */
export interface PageSection {
  name: string;
  pages: readonly DashboardPage[];
}

/** From this many pages on they are grouped, and the person's own pages are only under the name. */
const manyPages = 12;

function isOwn({ group }: DashboardPage): boolean {
  return group === 'own';
}

/** `all`: every page of the role that the navigation shows. */
export function railSections(all: readonly DashboardPage[]): PageSection[] {
  return all.length > manyPages
    ? sectionsOf(
        all.filter((page) => !isOwn(page)),
        true,
      )
    : [{ name: '', pages: all }];
}

/** Returns the pages behind "Más": all that the foot does not show, with the person's own pages last. */
export function moreSections(
  all: readonly DashboardPage[],
  beyond: readonly DashboardPage[],
): { work: PageSection[]; own: readonly DashboardPage[] } {
  const work = beyond.filter((page) => !isOwn(page));
  return { work: sectionsOf(work, all.length > manyPages), own: beyond.filter(isOwn) };
}

/** Returns the pages of the account menu: those that the rail leaves out. */
export function ownPagesBesideRail(all: readonly DashboardPage[]): readonly DashboardPage[] {
  return all.length > manyPages ? all.filter(isOwn) : [];
}

function sectionsOf(pages: readonly DashboardPage[], isGrouped: boolean): PageSection[] {
  if (!isGrouped) return pages.length === 0 ? [] : [{ name: '', pages }];
  const groups = [...new Set(pages.map(({ group }) => group))];
  return groups.map((group) => ({
    name: group === 'own' ? '' : dashboardTexts.groups[group],
    pages: pages.filter((page) => page.group === group),
  }));
}
