import { type FormEvent, type ReactNode, useId } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** While the call is under way the button says so and ignores taps. */
  busyLabel?: string;
  busy?: boolean;
  /** above the fields */
  intro?: ReactNode;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with fields: Enter submits it, like the button. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, busyLabel, busy = false, intro, onClose, onSubmit, children } = props;
  const formId = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            {...(busyLabel === undefined ? {} : { busy, busyText: busyLabel })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <form id={formId} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
