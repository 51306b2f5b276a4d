import { useState } from 'react';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';
import { DeductFields } from './deduct-fields.tsx';
import { type DeductionDraft, lacksWords } from './deduction-draft.ts';

interface DeductDialogProps {
  title: string;
  note?: string;
  draft: DeductionDraft;
  onNo: () => void;
  onDraft: (draft: DeductionDraft) => void;
}

/** Edits the deductions of one stall, or of each. No money moves yet. */
export function DeductDialog({ title, note, draft: before, onNo, onDraft }: DeductDialogProps) {
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  return (
    <ConfirmDialog
      title={title}
      yes={texts.apply}
      onNo={onNo}
      onYes={() => {
        setTried(true);
        if (!lacksWords(draft)) onDraft(draft);
      }}
    >
      {note !== undefined && <p>{note}</p>}
      <DeductFields draft={draft} onDraft={setDraft} isTried={isTried} />
    </ConfirmDialog>
  );
}
