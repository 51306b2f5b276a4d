import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { tillTexts as texts } from '#src/client/texts/cash-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { CountTill } from './count-till.tsx';
import { TillCounts } from './till-counts.tsx';
import { useTills } from './use-tills.ts';

/** The point's own till: what should be in it, counting it, and the counts before. */
export function OwnTill() {
  const query = useTills();
  const till = query.data?.[0];
  return (
    <>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={till === undefined}
        empty={
          <EmptyState drawing="lock" title={texts.noTillsTitle}>
            <p>{texts.noTills}</p>
          </EmptyState>
        }
        bare
      >
        {() => till !== undefined && <CountTill till={till} isOwn />}
      </ListBody>
      <TillCounts withPoint={false} />
    </>
  );
}
