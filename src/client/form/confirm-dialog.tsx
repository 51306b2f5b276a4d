import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { Form } from '#src/client/form/form.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/layers/dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** A field marked `data-safe` takes the initial focus, otherwise the safe button does. */
  children?: ReactNode;
  /** Label of the safe answer, "Cancelar" by default. */
  no?: string;
  yes: string;
  tone?: 'danger' | 'primary';
  disabled?: boolean;
  /** Runs on "yes". A call's mutation has this form. */
  save: { mutate: () => void; isPending?: boolean; error?: Error | null };
  /** Number of attempts to send it. */
  tries?: number;
  onNo: () => void;
}

/** Names the consequence before it happens and asks for the required data. Enter submits, like the button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    no = buttonTexts.cancel,
    yes,
    tone = 'primary',
    disabled = false,
    save: { mutate, isPending = false, error = null },
  } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={props.onNo}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={props.onNo}>
            {no}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={tone === 'danger' ? 'danger-solid' : 'primary'}
            disabled={disabled}
            busy={isPending}
          >
            {yes}
          </Button>
        </>
      }
    >
      <Form
        tries={props.tries}
        id={formId}
        className="stack"
        onSend={() => {
          if (!isPending && !disabled) mutate();
        }}
      >
        {children}
      </Form>
      <FailureNotice error={error} />
    </Dialog>
  );
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  render: (onClose: () => void) => ReactNode;
}

/** A button, and the dialog that it opens. */
export function DialogButton({ render, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && render(() => setOpen(false))}
    </>
  );
}

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  label: string;
  accept: string;
  onFile: (file: File) => void;
}

/** A button, and the system's dialog for a file that it opens. */
export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again, corrected.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
