import { Component, type ReactNode, Suspense } from 'react';
import { mendFiles } from '#src/client/device/mend-files.ts';
import { reloadWhenBack } from '#src/client/state/reload-when-back.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import styles from './crash-guard.module.css';

type Fault = 'none' | 'part-missing' | 'of-the-program';

/** Error texts for a module that failed to load: Chromium, Firefox, WebKit. */
const partMissing = /dynamically imported|module script|unable to preload/i;

interface CrashGuardProps {
  children: ReactNode;
  /**
   * The part that a fault removes: the whole page, the content inside a shell, a panel that a person opened,
   * or a decoration. Only the first two reload the page automatically.
   */
  place?: 'page' | 'inside' | 'panel' | 'decoration';
  /** Remains above the explanation. */
  beside?: ReactNode;
}

/**
 * Error boundary: a fault in a screen, or a chunk that failed to load, leaves an explanation and a way on. It
 * and its imports are in the first bundle.
 */
export class CrashGuard extends Component<CrashGuardProps, { fault: Fault }> {
  override state: { fault: Fault } = { fault: 'none' };

  static getDerivedStateFromError(error: unknown): { fault: Fault } {
    const isPart = error instanceof Error && partMissing.test(error.message);
    return { fault: isPart ? 'part-missing' : 'of-the-program' };
  }

  /** The fault log listens to this event; a customer's phone has none. */
  override componentDidCatch(error: unknown): void {
    dispatchEvent(new CustomEvent('mercado-fault', { detail: error }));
    if (this.state.fault === 'part-missing') mendFiles(String(error));
  }

  override componentDidUpdate(): void {
    const { place = 'page' } = this.props;
    if (this.state.fault === 'part-missing' && (place === 'page' || place === 'inside')) reloadWhenBack();
  }

  override render(): ReactNode {
    const { fault } = this.state;
    const { children, place = 'page', beside } = this.props;
    if (fault === 'none') return children;
    if (place === 'decoration') return null;
    const isPart = fault === 'part-missing';
    const title = isPart ? commonTexts.partMissing : commonTexts.somethingFailed;
    const actions = (
      <button type="button" className={styles.again} onClick={reload}>
        {commonTexts.tryAgain}
      </button>
    );
    if (place === 'panel')
      return (
        <div className="flow pad-strip strong" role="alert">
          <p>{title}</p>
          {actions}
        </div>
      );
    const main = (
      <div className={styles.page}>
        <h1>{title}</h1>
        <p>{isPart ? commonTexts.partMissingNote : commonTexts.unknownError}</p>
        <p>{commonTexts.moneyIsSafe}</p>
        {actions}
      </div>
    );
    if (place === 'inside') return main;
    return (
      <main>
        {beside}
        {main}
      </main>
    );
  }
}

function reload(): void {
  location.reload();
}

interface OptionalProps extends CrashGuardProps {
  fallback?: ReactNode;
}

/** A part in a separate file: when that does not load, only this part is missing. */
export function Optional({ children, fallback, place = 'panel', beside }: OptionalProps) {
  return (
    <CrashGuard place={place} beside={beside}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CrashGuard>
  );
}
