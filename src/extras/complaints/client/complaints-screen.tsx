import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText } from '#src/client/shared/dates.ts';
import { MoreButton, useMore } from '#src/client/shared/lists/more-rows.tsx';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { openColumn } from '#src/client/shared/tables/columns.tsx';
import { ListTable } from '#src/client/shared/tables/list-table.tsx';
import { useSessionUser } from '#src/client/state/session.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { complaintCalls } from '../contract/calls.ts';
import type { ComplaintRow } from '../contract/schemas.ts';
import { complaintNameTexts as nameTexts } from '../texts/complaint-name-texts.ts';
import { complaintTexts } from '../texts/complaint-texts.ts';
import { complaintsTexts as texts } from '../texts/complaints-texts.ts';
import { ComplaintForm } from './complaint-form.tsx';
import { complaintKeys } from './complaint-keys.ts';
import { ComplaintPage } from './complaint-page.tsx';
import { DueBadge } from './due-badge.tsx';
import styles from './complaints.module.css';

/**
 * Stalls and markets read their customers' complaints here; a top-up point records complaints made at its
 * window.
 */
export function ComplaintsScreen() {
  const userType = useSessionUser()?.userType;
  const [params, setParams] = useSearchParams();
  const id = params.get('reclamo');
  if (userType === undefined) return null;
  if (userType === 'RECARGA')
    return (
      <>
        <h1>{nameTexts.title}</h1>
        <FileAtPoint />
      </>
    );
  if (id !== null) return <ComplaintPage key={id} id={id} userType={userType} onBack={() => setParams({})} />;
  return <ComplaintList takes={userType === 'GLOBAL_MARKET'} onOpen={(reclamo) => setParams({ reclamo })} />;
}

type Filter = 'open' | 'answered';

function ComplaintList({ takes, onOpen }: { takes: boolean; onOpen: (id: string) => void }) {
  const [filter, setFilter] = useState<Filter>('open');
  const { query, items } = useMore(complaintKeys.list(filter), (cursor) =>
    callServer(complaintCalls.listComplaints, { query: { state: filter, cursor } }),
  );
  return (
    <>
      <h1>{nameTexts.title}</h1>
      <p>{texts.intro}</p>
      <FilterChips<Filter>
        label={texts.list}
        chosen={filter}
        onChoose={setFilter}
        chips={[
          { value: 'open', label: texts.open },
          { value: 'answered', label: texts.answered },
        ]}
      />
      <ListTable
        query={query}
        rows={items}
        caption={texts.list}
        columns={columnsOf(onOpen)}
        rowKey={({ _id }) => _id}
        empty={{ drawing: 'sun', title: texts.none, note: texts.noneNote }}
        growing
      >
        <MoreButton query={query} />
      </ListTable>
      {takes && <FileAtPoint />}
    </>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<ComplaintRow>[] {
  return [
    { id: 'number', head: nameTexts.title, cell: ({ number }) => number, card: 'title' },
    { id: 'stall', head: texts.purchase, cell: (row) => `${row.estanteName} · ${row.codeCompra}` },
    { id: 'date', head: texts.open, cell: (row) => <DueBadge complaint={row} /> },
    { id: 'amount', head: texts.amount, align: 'end', cell: ({ price }) => amountText(price) },
    openColumn(
      ({ number }) => texts.see(number),
      ({ _id }) => onOpen(_id),
    ),
  ];
}

/** The customer is at the window with the paper: its short code and the purchase identify the case. */
function FileAtPoint() {
  const [codeCompra, setCode] = useState('');
  const [shortCode, setShortCode] = useState('');
  const [round, setRound] = useState(0);
  return (
    <Panel className={styles.panel}>
      <h2>{nameTexts.fileTitle}</h2>
      <p>{texts.fileIntro}</p>
      <Field
        label={texts.purchase}
        placeholder="C-7K4M2QXD"
        autoCapitalize="characters"
        value={codeCompra}
        onChange={(event) => setCode(event.target.value)}
      />
      <Field
        label={texts.shortCode}
        placeholder="7K4M-2QXD"
        autoCapitalize="characters"
        value={shortCode}
        onChange={(event) => setShortCode(event.target.value)}
      />
      <ComplaintForm
        key={round}
        onSend={async (said) => {
          const body = { codeCompra: codeCompra.trim(), shortCode: shortCode.trim(), ...said };
          const outcome = await callServer(complaintCalls.fileComplaint, { body });
          if (outcome.kind !== 'ok') return failureText(outcome);
          const { number, dueAt } = outcome.data;
          showToast('success', `${texts.one(number)}. ${complaintTexts.answerBefore(dateText(dueAt))}`);
          setCode('');
          setShortCode('');
          setRound((before) => before + 1);
          return null;
        }}
      />
    </Panel>
  );
}
