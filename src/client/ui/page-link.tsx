import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';

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
