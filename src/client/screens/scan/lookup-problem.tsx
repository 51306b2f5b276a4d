import { commonTexts } from '#src/client/texts/common-texts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import { scanTexts as texts } from '#src/client/texts/counter/scan-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import type { Lookup } from './use-voucher-lookup.ts';

interface LookupProblemProps {
  lookup: Lookup;
  onAgain: () => void;
  onRetry: (text: string) => void;
  onType: () => void;
}

export function LookupProblem({ lookup, onAgain, onRetry, onType }: LookupProblemProps) {
  if (lookup.kind === 'unreachable') {
    const refusal = lookup.sale?.view.refusal ?? null;
    return (
      <EmptyState
        drawing="no-signal"
        title={texts.offlineTitle}
        mustAct={refusal !== null}
        actions={
          <>
            <Button onClick={() => onRetry(lookup.text)}>{offlineTexts.tryOnline}</Button>
            <Button variant="secondary" onClick={onAgain}>
              {texts.readOther}
            </Button>
          </>
        }
      >
        <p>{refusal === null ? texts.offline : offlineRefusalTexts[refusal]}</p>
        {refusal !== null && <p>{offlineTexts.none}</p>}
      </EmptyState>
    );
  }
  const { title, note } = problemText(lookup);
  return (
    <EmptyState
      drawing={lookup.kind === 'refused' ? 'lock' : 'no-code'}
      title={title}
      mustAct
      actions={
        <>
          <Button onClick={onAgain}>{texts.readAgain}</Button>
          <Button variant="secondary" onClick={onType}>
            {texts.typeCode}
          </Button>
        </>
      }
    >
      <p>{note}</p>
    </EmptyState>
  );
}

function problemText(lookup: Lookup): { title: string; note: string } {
  if (lookup.kind === 'foreign') return { title: texts.foreignTitle, note: texts.foreign };
  if (lookup.kind === 'refused') return { title: commonTexts.somethingFailed, note: lookup.message };
  return { title: texts.unknownTitle, note: texts.unknown };
}
