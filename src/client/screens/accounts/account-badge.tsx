import { accountStatusTexts } from '#src/client/texts/accounts-texts.ts';
import type { BadgeKind } from '#src/client/ui/badge.tsx';
import { Badge } from '#src/client/ui/badge.tsx';
import type { AccountStatus } from '#src/contract/user-type.ts';

const kinds: Record<AccountStatus, BadgeKind> = {
  PENDIENTE: 'pending',
  APROBADO: 'paid',
  RECHAZADO: 'refused',
};

export function AccountBadge({ status }: { status: AccountStatus }) {
  return <Badge kind={kinds[status]}>{accountStatusTexts[status]}</Badge>;
}
