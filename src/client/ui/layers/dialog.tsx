import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  children?: ReactNode;
  /** The button marked `data-safe` has the focus at first. */
  actions: ReactNode;
  onClose: () => void;
}

/** Mounted means open. Escape and the veil close it, focus goes back to where it was. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    const onVeil = (event: MouseEvent) => {
      if (event.target === element) close.current();
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
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.body}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <div className={styles.actions}>{actions}</div>
      </div>
    </dialog>
  );
}
