import { type FormEvent, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import {
  assigneeTexts,
  conflictReasonTexts,
  conflictsTexts as texts,
  conflictStateTexts,
} from '#src/client/texts/settlement-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { settlementCalls } from '#src/contract/settlement/calls.ts';
import {
  type AssignedConflict,
  type Assignee,
  assignees,
  type Conflict,
  type ConflictState,
} from '#src/contract/settlement/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import rows from '#src/client/shared/lists/money-rows.module.css';
import styles from './conflicts.module.css';

const formId = 'asignar';
const notes: Record<Assignee, string> = {
  guarantee: texts.guaranteeNote,
  customer: texts.customerNote,
  stall: texts.stallNote,
};

interface AssignDialogProps {
  conflict: Conflict;
  onClose: () => void;
  /** A top-up was made with a new voucher, which its customer does not have on paper yet. */
  onIssued: (receipt: TopUpReceipt) => void;
}

/** All facts of one line, and who bears it: chosen, explained, and confirmed by the amount. */
export function AssignDialog({ conflict, onClose, onIssued }: AssignDialogProps) {
  const [to, setTo] = useState<Assignee>('guarantee');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [isSure, setSure] = useState(false);
  const assign = useAssign(conflict._id, ({ topUp }) => {
    onClose();
    if (topUp) onIssued(topUp);
  });
  const isOpen = canAssign(conflict);
  const choice = choiceOf(to, conflict);
  const sum = amountText(conflict.missing > 0 ? conflict.missing : conflict.price);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note.trim() === '') setError(texts.noteNeeded);
    else setSure(true);
  }

  if (isSure)
    return (
      <ConfirmAssign
        key="sure"
        {...{ choice, sum }}
        busy={assign.isPending}
        error={assign.error}
        onNo={() => setSure(false)}
        onYes={() => assign.mutate({ to, note: note.trim() })}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      key="ask"
      title={`${kindTexts[conflict.kind]} · ${amountText(conflict.price)}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
          {isOpen && (
            <Button type="submit" form={formId}>
              {texts.continue}
            </Button>
          )}
        </>
      }
    >
      <p>{conflictReasonTexts[conflict.reason]}</p>
      <ConflictTrace trace={conflict.trace} />
      <Resolution conflict={conflict} />
      {isOpen && (
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <AssigneeField conflict={conflict} to={to} onTo={setTo} />
          <Field
            label={texts.note}
            hint={texts.noteHint}
            maxLength={maxLength.reason}
            error={error}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setError(undefined);
            }}
          />
        </form>
      )}
    </Dialog>
  );
}

function useAssign(id: string, onDone: (assigned: AssignedConflict) => void) {
  return useChange(
    'conflict assigned',
    (choice: { to: Assignee; note: string }) =>
      callServer(settlementCalls.assignConflict, { body: { id, ...choice } }),
    (assigned) => {
      showToast('success', texts.done);
      onDone(assigned);
    },
  );
}

function AssigneeField(props: { conflict: Conflict; to: Assignee; onTo: (to: Assignee) => void }) {
  const { conflict, to, onTo } = props;
  return (
    <SelectField
      label={conflict.kind === 'top-up' ? texts.decide : texts.assign}
      options={assigneesOf(conflict).map((value) => ({ value, label: choiceOf(value, conflict).label }))}
      hint={choiceOf(to, conflict).note}
      value={to}
      onChange={(event) => onTo(assignees.find((known) => known === event.target.value) ?? 'guarantee')}
    />
  );
}

/** The person who took it, if any. */
function Resolution({ conflict }: { conflict: Conflict }) {
  const { assignee, resolvedBy, resolvedAt, note } = conflict;
  if (assignee === null) return null;
  return (
    <p>
      {texts.resolvedBy(
        conflict.kind === 'top-up' ? choiceOf(assignee, conflict).label : assigneeTexts[assignee],
        resolvedBy,
        resolvedAt === null ? '' : dateTimeText(resolvedAt),
      )}
      <br />
      {note}
    </p>
  );
}

const kindTexts: Record<Conflict['kind'], string> = {
  sale: texts.sale,
  'top-up': texts.topUp,
  'top-up-void': texts.topUpVoid,
  withdrawal: texts.withdrawal,
};

function assigneesOf({ kind }: Conflict): readonly Assignee[] {
  return kind === 'top-up' ? ['guarantee', 'stall'] : assignees;
}

type Choice = {
  label: string;
  note: string;
  title: (sum: string) => string;
  no: string;
  yes: (sum: string) => string;
  /** A person or the fund bears a loss. */
  isLoss: boolean;
};

/** The words for naming this bearer in this line. */
function choiceOf(assignee: Assignee, { kind, reason }: Conflict): Choice {
  const { made, renewed, dropped } = texts.topUpChoices;
  const asked = { no: texts.notYet, isLoss: false };
  if (kind === 'top-up' && assignee === 'stall') return { ...dropped, ...asked, isLoss: true };
  if (kind === 'top-up') return { ...(reason === 'ID_TAKEN' ? renewed : made), ...asked };
  const title = (sum: string): string => texts.askTitle(sum, assigneeTexts[assignee]);
  const { no, yes } = texts;
  return { label: labelOf(assignee, kind), note: notes[assignee], title, no, yes, isLoss: true };
}

function labelOf(assignee: Assignee, kind: Exclude<Conflict['kind'], 'top-up'>): string {
  if (kind === 'withdrawal') return texts.assignWithdrawal[assignee];
  return assignee === 'stall' && kind === 'top-up-void'
    ? texts.assignStallTopUpVoid
    : assigneeTexts[assignee];
}

interface ConfirmAssignProps {
  choice: Choice;
  sum: string;
  busy: boolean;
  error: Error | null;
  onNo: () => void;
  onYes: () => void;
  onClose: () => void;
}

/**
 * Final confirmation of a decision. The button repeats the amount; the safe one has the focus.
 */
function ConfirmAssign({ choice, sum, busy, error, onNo, onYes, onClose }: ConfirmAssignProps) {
  return (
    <Dialog
      title={choice.title(sum)}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onNo}>
            {choice.no}
          </Button>
          <Button variant={choice.isLoss ? 'danger-solid' : 'primary'} busy={busy} onClick={onYes}>
            {choice.yes(sum)}
          </Button>
        </>
      }
    >
      <p>{choice.note}</p>
      <p>{texts.askNote}</p>
      <FailureNotice error={error} />
    </Dialog>
  );
}

/**
 * Every sale of this voucher that a device accepted without a link, oldest first, for the manager to compare.
 */
function ConflictTrace({ trace }: { trace: Conflict['trace'] }) {
  if (trace.length === 0) return null;
  return (
    <section>
      <h3>{texts.trace}</h3>
      <ol className={styles.trace}>
        {trace.map((step) => (
          <li key={`${step.deviceId}-${step.occurredAt}`}>
            <span>
              <b>{step.estanteName}</b>
              {texts.traceTime(step.deviceName, dateTimeText(step.occurredAt), dateTimeText(step.recordedAt))}
            </span>
            <strong>{amountText(step.price)}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}

const badges: Record<ConflictState, BadgeKind> = {
  waiting: 'waiting',
  overspend: 'warning',
  review: 'refused',
  resolved: 'paid',
};

export function ConflictRow({ conflict, onSee }: { conflict: Conflict; onSee: () => void }) {
  const { state, kind, reason, alarm, price, missing, shortCode, userName } = conflict;
  const act = canAssign(conflict) ? texts.see : texts.seeDone;
  const name = userName === '' ? texts.code(shortCode) : `${personName(userName)} · ${texts.code(shortCode)}`;
  return (
    <li>
      <Panel className={`${rows.row} ${styles.stacked}`} state={alarm ? 'refused' : 'plain'}>
        <div className={rows.facts}>
          <p className={rows.head}>
            <Badge kind={badges[state]}>{conflictStateTexts[state]}</Badge>
            {alarm && <Badge kind="refused">{texts.alarm}</Badge>}
            <span>
              {kindTexts[kind]} · {dateTimeText(conflict.occurredAt)}
            </span>
          </p>
          <p className="strong">{name}</p>
          <p className="soft small">{texts.at(conflict.estanteName, conflict.deviceName)}</p>
          <p className="soft small">{conflictReasonTexts[reason]}</p>
        </div>
        <div className={`${rows.worth} ${styles.worth}`}>
          <p className={rows.amount}>{amountText(price)}</p>
          {missing > 0 && <p className={styles.missing}>{texts.missing(amountText(missing))}</p>}
          <Button
            size="row"
            variant={canAssign(conflict) ? 'primary' : 'secondary'}
            aria-label={`${act}: ${name}`}
            onClick={onSee}
          >
            {act}
          </Button>
        </div>
      </Panel>
    </li>
  );
}

/** A line that waits for its top-up settles automatically; a resolved one never changes. */
function canAssign({ state, alarm }: Conflict): boolean {
  return state === 'overspend' || state === 'review' || (state === 'waiting' && alarm);
}
