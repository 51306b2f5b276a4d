import { dateTimeText } from '#src/client/shared/dates.ts';
import { accountStatusTexts, accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { type Fact, FactList } from '#src/client/ui/fact-list.tsx';
import type { User } from '#src/contract/user.ts';
import type { AccountKind } from './account-kind.ts';
import { ResetCode } from './reset-code.tsx';
import type { Decision } from './use-account-decision.ts';

interface AccountDetailProps {
  kind: AccountKind;
  user: User;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

export function AccountDetail({ kind, user, onClose, onDecide }: AccountDetailProps) {
  return (
    <Dialog
      title={kind.nameOf(user)}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={() => onDecide('delete')}>
            {texts.delete}
          </Button>
          {user.status === 'RECHAZADO' && (
            <Button variant="secondary" onClick={() => onDecide('restore')}>
              {texts.restore}
            </Button>
          )}
          {user.status === 'APROBADO' ? (
            <Button variant="danger" onClick={() => onDecide('reject')}>
              {texts.reject}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => onDecide('approve')}>
              {texts.approve}
            </Button>
          )}
          <Button data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      <FactList facts={factsOf(user)} />
      {user.status === 'APROBADO' && <ResetCode user={user} />}
    </Dialog>
  );
}

function factsOf(user: User): Fact[] {
  const facts: Fact[] = [
    { name: texts.owner, value: user.ownerName },
    { name: texts.email, value: user.email },
    { name: texts.phone, value: user.phone },
    { name: texts.identificacion, value: user.identificacion },
    { name: texts.market, value: user.marketName },
    { name: texts.registered, value: dateTimeText(user.createAt) },
    { name: texts.status, value: accountStatusTexts[user.status] },
    { name: texts.rejectReason, value: user.reason },
  ];
  return facts.filter((fact) => fact.value !== undefined && fact.value !== '');
}
