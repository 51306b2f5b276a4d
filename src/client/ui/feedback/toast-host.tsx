import { CircleCheck, Info, OctagonX, X } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import 'react-toastify/ReactToastify.css';
import { type CloseButtonProps, toast, ToastContainer } from 'react-toastify/unstyled';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import './toast-host.css';

const icons = { success: CircleCheck, error: OctagonX, info: Info } as const;

mountContainer();

export type ToastKind = 'success' | 'error' | 'info';

export function presentToast(kind: ToastKind, text: string, autoCloseMs?: number): void {
  toast(text, {
    type: kind,
    icon: <Icon of={icons[kind]} size={28} />,
    ...(autoCloseMs === undefined ? {} : { autoClose: autoCloseMs }),
  });
}

function mountContainer(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      hideProgressBar={false}
      pauseOnHover
      pauseOnFocusLoss
      draggable
      closeOnClick={false}
      theme="light"
      closeButton={CloseButton}
    />,
  );
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="toast-close" aria-label={buttonTexts.close} onClick={closeToast}>
      <Icon of={X} size={24} />
    </button>
  );
}
