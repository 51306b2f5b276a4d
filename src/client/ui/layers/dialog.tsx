import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import styles from './dialog.module.css';

/**
 * Opens the dialog on mount. Escape closes it, and so does a tap on the veil if it is visible; the focus
 * returns to its previous place.
 */
function useModal(onClose: () => void, hasVeil: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const onVeil = useEffectEvent((event: MouseEvent) => {
    if (event.target === dialog.current && hasVeil) onClose();
  });
  useEffect(() => {
    const element = dialog.current;
    element?.addEventListener('click', onVeil);
    const before = document.activeElement;
    if (element !== null && !element.open) {
      element.showModal();
      element.querySelector<HTMLElement>('[data-safe]')?.focus();
      // The browser scrolls to the focused element.
      element.scrollTop = 0;
    }
    return () => {
      element?.removeEventListener('click', onVeil);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return { dialog, onCancel };
}

interface DialogProps {
  title: string;
  children?: ReactNode;
  /** The button marked `data-safe` gets the initial focus. */
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
  /** Actions before the button that closes it. */
  actions?: ReactNode;
  onClose: () => void;
}

/** A dialog that is only read and closed. */
export function ReadDialog({ title, children, actions, onClose }: ReadDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button data-safe onClick={onClose}>
            {buttonTexts.close}
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

/** A page over the page: fills the screen and keeps the focus. */
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
