import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './dialog.module.css';

/** Mounted means open. Escape closes it, and the veil where it is seen; focus goes back to where it was. */
function useModal(onClose: () => void, hasVeil: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    const onVeil = (event: MouseEvent) => {
      if (event.target === element && hasVeil) close.current();
    };
    element?.addEventListener('click', onVeil);
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>('[data-safe]')?.focus();
      // The focus scrolls to what has it.
      element.scrollTop = 0;
    }
    return () => {
      element?.removeEventListener('click', onVeil);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [hasVeil]);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return { dialog, onCancel };
}

interface DialogProps {
  title: string;
  children?: ReactNode;
  /** The button marked `data-safe` has the focus at first. */
  actions: ReactNode;
  onClose: () => void;
}

export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const { dialog, onCancel } = useModal(onClose, true);
  const titleId = useId();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onCancel={onCancel}>
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  );
}

interface ReadDialogProps {
  title: string;
  children: ReactNode;
  /** what can be done with it, before the way out */
  actions?: ReactNode;
  onClose: () => void;
}

/** To be read and closed. */
export function ReadDialog({ title, children, actions, onClose }: ReadDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button data-safe onClick={onClose}>
            {commonTexts.close}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface OverlayProps {
  label: string;
  /** `bare`: without a margin. `menu`: at the corner under the bar; a tap beside it closes it. */
  look?: 'page' | 'bare' | 'menu';
  onClose: () => void;
  children: ReactNode;
}

/** A page over the page: takes the whole screen and keeps the focus. */
export function Overlay({ label, look = 'page', onClose, children }: OverlayProps) {
  const { dialog, onCancel } = useModal(onClose, look === 'menu');
  return (
    <dialog
      ref={dialog}
      className={look === 'menu' ? styles.menu : `${styles.overlay} ${styles[look]}`}
      aria-label={label}
      onCancel={onCancel}
    >
      {children}
    </dialog>
  );
}
