import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { openKindsOf, useRestored } from '#src/client/queries/restored.ts';
import { timeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { restoredTexts as texts } from '#src/client/texts/restored-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { restoreKinds, type Restore, type RestoreKind } from '#src/contract/restored/schemas.ts';
import { BackPanel } from './back-panel.tsx';
import { ConfirmJoin } from './confirm-join.tsx';
import { ConfirmPayout } from './confirm-payout.tsx';
import { ConfirmRefund } from './confirm-refund.tsx';
import { PapersPanel } from './papers-panel.tsx';
import { RestoredBand } from './restored-band.tsx';
import { RestoredSummary } from './restored-summary.tsx';
import { ReturnedNotice } from './returned-notice.tsx';
import styles from './restored.module.css';

/** después de restaurar: what came back, what is missing, and what the market confirms by its papers before it pays again. */
export function RestoredScreen() {
  const query = useRestored();
  const [params] = useSearchParams();
  const asked = restoreKinds.find((kind) => kind === params.get('que'));
  const restore = query.data?.restore ?? null;
  if (restore && asked !== undefined && openKindsOf(restore).includes(asked))
    return <Confirm key={asked} kind={asked} restore={restore} />;
  return (
    <>
      <Head seenAt={restore ? query.dataUpdatedAt : null} />
      <ListBody query={query} data={query.data} isEmpty={restore === null} empty={<Never />} bare>
        {() => restore && <Overview restore={restore} />}
      </ListBody>
    </>
  );
}

/** Whoever comes back from a question is at the heading again. */
function Head({ seenAt }: { seenAt: number | null }) {
  const state: unknown = useLocation().state;
  return (
    <header className={styles.head}>
      <h1 {...(state === 'back' ? { ref: focusOnMount, tabIndex: -1 } : {})}>{texts.title}</h1>
      {seenAt !== null && <p className={styles.note}>{texts.seenAt(timeText(seenAt))}</p>}
    </header>
  );
}

function Never() {
  return (
    <EmptyState
      drawing="stall"
      title={texts.neverTitle}
      actions={
        <Link to="/dashboard/caja" className={buttonClass({ variant: 'secondary' })}>
          <Icon of={ArrowLeft} size={22} />
          <span>{texts.toCash}</span>
        </Link>
      }
    >
      <p>{texts.never}</p>
    </EmptyState>
  );
}

const forms = {
  payouts: ConfirmPayout,
  refunds: ConfirmRefund,
  joins: ConfirmJoin,
} satisfies Record<RestoreKind, (props: { restore: Restore }) => unknown>;

function Confirm({ kind, restore }: { kind: RestoreKind; restore: Restore }) {
  const Form = forms[kind];
  return <Form restore={restore} />;
}

function Overview({ restore }: { restore: Restore }) {
  const open = openKindsOf(restore);
  return (
    <div className={styles.frame}>
      <ReturnedNotice restore={restore} />
      <div className={styles.columns}>
        <BackPanel restore={restore} />
        {open.length === 0 && <RestoredSummary restore={restore} />}
        {(open.length > 0 || restore.confirmed.some(({ state }) => state === 'waiting')) && (
          <PapersPanel restore={restore} open={open} />
        )}
      </div>
      <RestoredBand restore={restore} open={open} />
    </div>
  );
}
