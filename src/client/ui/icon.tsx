import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}

/** Always beside a word; where it stands alone its button carries a label. */
export function Icon({ of: Drawing, size = 24, className }: IconProps) {
  return <Drawing size={size} strokeWidth={2.25} className={className} aria-hidden />;
}
