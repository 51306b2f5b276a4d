import { useSessionUser } from '#src/client/state/session.ts';
import { accountsTexts as texts } from '#src/client/texts/accounts-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import type { AccountKind } from './account-kind.ts';
import { CopyCode } from './copy-code.tsx';
import type { StatusFilter } from './use-accounts.ts';

interface AccountsEmptyProps {
  kind: AccountKind;
  search: string;
  status: StatusFilter;
  onClear: () => void;
}

export function AccountsEmpty({ kind, search, status, onClear }: AccountsEmptyProps) {
  const code = useSessionUser()?.globalMarketId ?? '';
  if (search.trim() !== '')
    return (
      <EmptyState
        drawing="lens"
        title={texts.noMatchTitle(search.trim())}
        actions={
          <Button variant="secondary" onClick={onClear}>
            {texts.clear}
          </Button>
        }
      >
        <p>{texts.noMatch}</p>
      </EmptyState>
    );
  if (status === 'DELETED')
    return (
      <EmptyState drawing="stall" title={texts.noDeletedTitle}>
        <p>{texts.noDeleted}</p>
      </EmptyState>
    );
  const gives = kind.hasMarket && code !== '';
  return (
    <EmptyState
      drawing="stall"
      title={texts.noneTitle[kind.noun]}
      actions={gives ? <CopyCode code={code} /> : undefined}
    >
      <p>{gives ? texts.noneWithCode(code) : texts.none}</p>
    </EmptyState>
  );
}
