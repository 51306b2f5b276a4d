import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { RowButton } from '#src/client/list/columns.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { MoreButton, useMore } from '#src/client/list/paging.tsx';
import { EmptyList } from '#src/client/list/search-field.tsx';
import { IssuedVoucher } from '#src/client/money/voucher/issued-voucher.tsx';
import { keys } from '#src/client/queries/keys.ts';
import {
  conflictReasonTexts,
  conflictStateTexts,
  conflictsTexts as texts,
} from '#src/client/texts/settlement-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { type JudgedRow, JudgedRows } from '#src/client/ui/tables/judged-rows.tsx';
import { conflictCalls } from '#src/contract/conflicts/calls.ts';
import {
  type Conflict,
  type ConflictPage,
  type ConflictState,
  conflictStates,
} from '#src/contract/conflicts/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { canAssign, lineKinds, lineStates } from './line-kinds.ts';

type Filter = ConflictState | 'all';

/** Lines that wait for a manager, or the new voucher of a top-up that was just decided. */
export function ConflictsScreen() {
  const [issued, setIssued] = useState<TopUpReceipt | null>(null);
  const [isBack, setBack] = useState(false);
  if (issued === null) return <ConflictList isBack={isBack} onIssued={setIssued} />;
  return (
    <>
      <h1>{texts.title}</h1>
      <IssuedVoucher
        receipt={issued}
        again={texts.printed}
        onAgain={() => {
          setIssued(null);
          setBack(true);
        }}
      />
    </>
  );
}

interface ConflictListProps {
  /** The manager returns from a voucher: the title takes the focus. */
  isBack: boolean;
  onIssued: (receipt: TopUpReceipt) => void;
}

/** Shortfalls and other conflicts of offline operations. Every line waits for a manager. */
function ConflictList({ isBack, onIssued }: ConflictListProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [asked, setAsked] = useState<Conflict | null>(null);
  const { query, items } = useMore(keys.conflicts.list(filter), (cursor) =>
    callServer(conflictCalls.listConflicts, {
      query: { ...(filter === 'all' ? {} : { state: filter }), ...(cursor === undefined ? {} : { cursor }) },
    }),
  );
  return (
    <>
      <h1 ref={isBack ? focusOnMount : null} tabIndex={-1}>
        {texts.title}
      </h1>
      <p>{texts.intro}</p>
      <FilterChips<Filter>
        label={texts.filters}
        chips={chipsOf(filter, query.data?.pages[0]?.counts)}
        chosen={filter}
        onChoose={setFilter}
      />
      <ListBody
        query={query}
        data={items}
        isEmpty={items?.length === 0}
        empty={<EmptyList drawing="sun" title={texts.none} note={texts.noneNote} />}
        bare
      >
        {(lines) => (
          <Panel>
            <JudgedRows rows={lines.map((conflict) => rowOf(conflict, () => setAsked(conflict)))} />
          </Panel>
        )}
      </ListBody>
      <MoreButton query={query} />
      {asked !== null && <AssignDialog conflict={asked} onClose={() => setAsked(null)} onIssued={onIssued} />}
    </>
  );
}

/** States without lines have no chip, except the chosen one. */
function chipsOf(filter: Filter, counts: ConflictPage['counts'] | undefined) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const states = conflictStates
    .map((value) => ({ value, label: conflictStateTexts[value], count: counts?.[value] }))
    .filter(({ value, count }) => value === filter || count !== 0);
  return [{ value: 'all' as const, label: texts.all, count: total }, ...states];
}

function rowOf(conflict: Conflict, onSee: () => void): JudgedRow {
  const { _id: id, state, kind, reason, alarm, price, missing, shortCode, userName } = conflict;
  const { icon, name } = lineKinds[kind];
  const { badge, verdict } = lineStates[state];
  const isOpen = canAssign(conflict);
  const see = isOpen ? texts.see : texts.seeDone;
  const what = [...(userName === '' ? [] : [personName(userName)]), texts.code(shortCode)].join(' · ');
  return {
    id,
    icon,
    verdict: alarm ? 'refused' : verdict,
    what,
    sentence: (
      <>
        <p className="flow-4 soft small">
          <Badge kind={badge}>{conflictStateTexts[state]}</Badge>
          {alarm && <Badge kind="refused">{texts.alarm}</Badge>}
          <span>
            {name} · {dateTimeText(conflict.occurredAt)}
          </span>
        </p>
        <p>{texts.at(conflict.estanteName, conflict.deviceName)}</p>
        <p>{conflictReasonTexts[reason]}</p>
      </>
    ),
    remedy: (
      <>
        <span className="sum">{amountText(price)}</span>
        {missing > 0 && <b>{texts.missing(amountText(missing))}</b>}
        <RowButton
          variant={isOpen ? 'primary' : 'secondary'}
          text={see}
          label={`${see}: ${what}`}
          onClick={onSee}
        />
      </>
    ),
  };
}
