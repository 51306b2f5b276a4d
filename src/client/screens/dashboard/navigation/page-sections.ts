import type { DashboardPage } from '#src/client/shared/extra.ts';
import { dashboardTexts } from '#src/client/texts/dashboard-texts.ts';

/** Pages that are read together; without a name where there are few. */
export interface PageSection {
  name: string;
  pages: readonly DashboardPage[];
}

/** From here on pages are read in groups, and one's own are under the name alone. */
const manyPages = 12;

function isOwn({ group }: DashboardPage): boolean {
  return group === 'own';
}

/** `all`: every page of the role that navigation shows. */
export function railSections(all: readonly DashboardPage[]): PageSection[] {
  return all.length > manyPages
    ? sectionsOf(
        all.filter((page) => !isOwn(page)),
        true,
      )
    : [{ name: '', pages: all }];
}

/** "Más": what the foot does not show; one's own pages last, in a section of the person. */
export function moreSections(
  all: readonly DashboardPage[],
  beyond: readonly DashboardPage[],
): { work: PageSection[]; own: readonly DashboardPage[] } {
  const work = beyond.filter((page) => !isOwn(page));
  return { work: sectionsOf(work, all.length > manyPages), own: beyond.filter(isOwn) };
}

/** Under the name of the bar: what the rail leaves out. */
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
