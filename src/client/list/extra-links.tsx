import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ExtraLink, LinkedPage } from '#src/client/extra.ts';
import { clientExtras } from '#src/client/extras.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';

/** Links of extras beside this page's title, for this role. */
export function ExtraLinks({ page, userType }: { page: LinkedPage; userType: UserType | undefined }) {
  return extraLinksOf(page, userType).map(({ to, icon, text, size }) => (
    <PageLink key={to} to={`/dashboard/${to}`} icon={icon} text={text} size={size} />
  ));
}

/** Returns the links that extras add to this page for this role. */
export function extraLinksOf(page: LinkedPage, userType: UserType | undefined): ExtraLink[] {
  return Object.values(clientExtras)
    .flatMap(({ links = [] }) => links)
    .filter((link) => link.page === page && link.roles.some((one) => one === userType));
}

interface PageLinkProps {
  to: string;
  icon: LucideIcon;
  text: string;
  size?: 'row' | 'base' | undefined;
}

/** A link to an inner page, beside the title of the page that leads to it. */
export function PageLink({ to, icon, text, size = 'row' }: PageLinkProps) {
  return (
    <Link to={to} className={buttonClass({ variant: 'secondary', size })}>
      <Icon of={icon} size={22} />
      <span>{text}</span>
    </Link>
  );
}
