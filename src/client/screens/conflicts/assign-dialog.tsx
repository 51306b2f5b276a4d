import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { conflictReasonTexts, conflictsTexts as texts } from '#src/client/texts/settlement-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { settlementCalls } from '#src/contract/settlement/calls.ts';
import type { AssignedConflict, Conflict } from '#src/contract/settlement/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { canAssign, type Choice, lineKinds } from './line-kinds.ts';

interface AssignDialogProps {
  conflict: Conflict;
  onClose: () => void;
  /** A top-up was made with a new voucher, which its customer does not have on paper yet. */
  onIssued: (receipt: TopUpReceipt) => void;
}

/** All facts of one line, and who bears it: chosen, explained, and confirmed by the amount. */
export function AssignDialog({ conflict, onClose, onIssued }: AssignDialogProps) {
  const { name, question, choices } = lineKinds[conflict.kind];
  const offered: readonly [Choice, ...Choice[]] = choices(conflict);
  const [choice, setChoice] = useState(offered[0]);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [isSure, setSure] = useState(false);
  const title = `${name} · ${amountText(conflict.price)}`;
  if (!canAssign(conflict))
    return (
      <ReadDialog title={title} onClose={onClose}>
        <LineFacts conflict={conflict} />
      </ReadDialog>
    );
  if (isSure)
    return (
      <ConfirmAssign
        {...{ conflict, choice, note }}
        onNo={() => setSure(false)}
        onDone={({ topUp }) => {
          onClose();
          if (topUp) onIssued(topUp);
        }}
      />
    );
  return (
    <ConfirmDialog
      title={title}
      no={commonTexts.close}
      yes={texts.continue}
      onNo={onClose}
      onYes={() => (note.trim() === '' ? setError(texts.noteNeeded) : setSure(true))}
    >
      <LineFacts conflict={conflict} />
      <SelectField
        label={question}
        options={offered.map(({ to, label }) => ({ value: to, label }))}
        hint={choice.note}
        value={choice.to}
        onChange={({ target }) => setChoice(offered.find(({ to }) => to === target.value) ?? choice)}
      />
      <Field
        label={texts.note}
        hint={texts.noteHint}
        maxLength={maxLength.reason}
        error={error}
        value={note}
        onChange={({ target }) => {
          setNote(target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

interface ConfirmAssignProps {
  conflict: Conflict;
  choice: Choice;
  note: string;
  onNo: () => void;
  onDone: (assigned: AssignedConflict) => void;
}

function ConfirmAssign({ conflict, choice, note, onNo, onDone }: ConfirmAssignProps) {
  const { _id: id, missing, price } = conflict;
  const assign = useChange(
    'conflict assigned',
    () => callServer(settlementCalls.assignConflict, { body: { id, to: choice.to, note: note.trim() } }),
    (assigned) => {
      showToast('success', texts.done);
      onDone(assigned);
    },
  );
  const sum = amountText(missing > 0 ? missing : price);
  return (
    <ConfirmDialog
      title={choice.title(sum)}
      no={choice.no}
      yes={choice.yes(sum)}
      tone={choice.isLoss ? 'danger' : 'primary'}
      busy={assign.isPending}
      error={assign.error}
      onNo={onNo}
      onYes={() => assign.mutate(undefined)}
    >
      <p>{choice.note}</p>
      <p>{texts.askNote}</p>
    </ConfirmDialog>
  );
}

/** The reason, every offline sale of this voucher, oldest first, for the manager to compare, and the decision. */
function LineFacts({ conflict }: { conflict: Conflict }) {
  const { kind, reason, trace, assignee, resolvedBy, resolvedAt, note } = conflict;
  const offered: readonly Choice[] = lineKinds[kind].choices(conflict);
  return (
    <>
      <p>{conflictReasonTexts[reason]}</p>
      {trace.length > 0 && (
        <section>
          <h3>{texts.trace}</h3>
          <FactList
            facts={trace.map((step) => ({
              name: texts.traceOf(
                step.estanteName,
                step.deviceName,
                dateTimeText(step.occurredAt),
                dateTimeText(step.recordedAt),
              ),
              value: amountText(step.price),
            }))}
          />
        </section>
      )}
      {assignee !== null && (
        <p>
          {texts.resolvedBy(
            offered.find(({ to }) => to === assignee)?.label ?? '',
            resolvedBy,
            resolvedAt === null ? '' : dateTimeText(resolvedAt),
          )}
          <br />
          {note}
        </p>
      )}
    </>
  );
}
