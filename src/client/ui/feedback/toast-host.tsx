import { CircleCheck, Info, OctagonX, X } from 'lucide-react';
import { type CSSProperties, type PointerEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './toast-host.module.css';

const icons = { success: CircleCheck, error: OctagonX, info: Info } as const;

export type ToastKind = 'success' | 'error' | 'info';

type Toast = { id: number; kind: ToastKind; text: string; ms: number };

const usualMs = 5_000;
/** Dragged by more of its width it is closed. */
const closingPart = 0.8;

const root = mountRoot();
let shown: readonly Toast[] = [];
let lastId = 0;

export function presentToast(kind: ToastKind, text: string, autoCloseMs = usualMs): void {
  lastId += 1;
  show([...shown, { id: lastId, kind, text, ms: autoCloseMs }]);
}

/** The line under a toast is its time: it stands still under a pointer, and while another window is in front. */
function show(toasts: readonly Toast[]): void {
  shown = toasts;
  root.render(
    <section className={styles.toasts} aria-live="polite" data-away={!document.hasFocus()}>
      {toasts.map((toast) => (
        <ToastShown key={toast.id} {...toast} />
      ))}
    </section>,
  );
}

function mountRoot() {
  const place = document.createElement('div');
  document.body.append(place);
  for (const event of ['focus', 'blur']) addEventListener(event, () => show(shown));
  return createRoot(place);
}

function ToastShown({ id, kind, text, ms }: Toast) {
  /** Where the drag began, and how far it is, px. */
  const [drag, setDrag] = useState<{ from: number; by: number } | null>(null);
  const by = drag?.by ?? 0;
  const close = (): void => show(shown.filter((toast) => toast.id !== id));
  const begin = ({ target, currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
    if (target instanceof Element && target.closest('button') !== null) return;
    currentTarget.setPointerCapture(pointerId);
    setDrag({ from: clientX, by: 0 });
  };
  const end = ({ currentTarget }: PointerEvent): void => {
    setDrag(null);
    if (Math.abs(by) > currentTarget.clientWidth * closingPart) close();
  };
  return (
    <div
      className={`row-12 ${styles.toast}`}
      role="alert"
      data-kind={kind}
      data-held={drag !== null}
      style={{ '--ms': `${ms}ms`, translate: `${by}px` } as CSSProperties}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => setDrag(drag && { ...drag, by: clientX - drag.from })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <Icon of={icons[kind]} size={28} />
      <span className="fill">{text}</span>
      <button type="button" className={styles.close} aria-label={buttonTexts.close} onClick={close}>
        <Icon of={X} size={24} />
      </button>
      <span className={styles.time} onAnimationEnd={close} />
    </div>
  );
}
