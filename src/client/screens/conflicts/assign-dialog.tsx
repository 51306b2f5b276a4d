import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { FormDialog, saying } from '#src/client/form/form-page.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { conflictReasonTexts, conflictsTexts as texts } from '#src/client/texts/settlement-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { conflictCalls } from '#src/contract/conflicts/calls.ts';
import type { AssignedConflict, Conflict } from '#src/contract/conflicts/schemas.ts';
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
  const [asked, setAsked] = useState<{ to: string; note: string }>({ to: offered[0].to, note: '' });
  const [isSure, setSure] = useState(false);
  const choiceOf = (wanted: string): Choice => offered.find(({ to }) => to === wanted) ?? offered[0];
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
        {...{ conflict, choice: choiceOf(asked.to), note: asked.note }}
        onNo={() => setSure(false)}
        onDone={({ topUp }) => {
          onClose();
          if (topUp) onIssued(topUp);
        }}
      />
    );
  return (
    <FormDialog
      title={title}
      no={buttonTexts.close}
      yes={texts.continue}
      start={asked}
      fields={({ to }) => [
        { kind: 'part', of: <LineFacts conflict={conflict} /> },
        {
          kind: 'choice',
          name: 'to',
          label: question,
          options: offered.map((one) => ({ value: one.to, label: one.label })),
          hint: choiceOf(to).note,
        },
        { kind: 'reason', name: 'note', label: texts.note, hint: texts.noteHint, wrong: texts.noteNeeded },
      ]}
      save={{
        mutate: (contents) => {
          setAsked(contents);
          setSure(true);
        },
      }}
      onClose={onClose}
    />
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
    () => callServer(conflictCalls.assignConflict, { body: { id, to: choice.to, note } }),
    saying(() => texts.done, onDone),
  );
  const sum = amountText(missing > 0 ? missing : price);
  return (
    <ConfirmDialog
      title={choice.title(sum)}
      no={choice.no}
      yes={choice.yes(sum)}
      tone={choice.isLoss ? 'danger' : 'primary'}
      save={assign}
      onNo={onNo}
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
