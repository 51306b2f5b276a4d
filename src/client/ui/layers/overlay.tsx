import { type ReactNode, useEffect, useRef } from 'react';
import styles from './overlay.module.css';

interface OverlayProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A page over the page: takes the whole screen, keeps the focus, closes with Escape. Mounted means open. */
export function Overlay({ label, onClose, children }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (dialog.current !== null && !dialog.current.open) dialog.current.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
