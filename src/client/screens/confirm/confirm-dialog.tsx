import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import listStyles from '../lists/lists.module.css';
import { FailureNotice } from './failure-notice.tsx';

interface ConfirmDialogProps {
  title: string;
  /** A field among them that is marked `data-safe` has the focus at first, else the safe button. */
  children?: ReactNode;
  no: string;
  yes: string;
  tone?: 'danger' | 'primary';
  disabled?: boolean;
  busy?: boolean;
  error?: Error | null;
  onNo: () => void;
  onYes: () => void;
}

/** Names what will happen before it does. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, no, yes, tone = 'primary', disabled = false, busy = false, error = null } = props;
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
            busy={busy}
          >
            {yes}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={listStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) props.onYes();
        }}
      >
        {children}
      </form>
      <FailureNotice error={error} />
    </Dialog>
  );
}
