import { Link, useParams } from 'react-router-dom';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { notFoundTexts as texts, roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { dashboardPagesOf, isPageOfSomebody } from './dashboard-pages.ts';

interface NoSuchPageProps {
  userType: UserType;
  isLimited: boolean;
}

/** An address that nothing answers, a page of others, or one that a PIN does not open. */
export function NoSuchPage({ userType, isLimited }: NoSuchPageProps) {
  const path = (useParams()['*'] ?? '').replace(/\/+$/, '');
  const isOwn = dashboardPagesOf(userType).some((page) => page.path === path);
  const first = dashboardPagesOf(userType, isLimited)[0];
  const home = (
    <Link to="/dashboard" className={buttonClass({})}>
      {isLimited && first !== undefined ? texts.goTo(first.label) : commonTexts.goHome}
    </Link>
  );
  if (isLimited && isOwn)
    return (
      <EmptyState heading="h1" drawing="lock" title={texts.limitedTitle} actions={home}>
        <p>{texts.limitedNote}</p>
      </EmptyState>
    );
  if (isPageOfSomebody(path))
    return (
      <EmptyState heading="h1" drawing="lock" title={texts.othersTitle} actions={home}>
        <p>{texts.othersNote(roleTexts[userType])}</p>
      </EmptyState>
    );
  return (
    <EmptyState heading="h1" drawing="lens" title={texts.title} actions={home}>
      <p>{texts.note}</p>
    </EmptyState>
  );
}
