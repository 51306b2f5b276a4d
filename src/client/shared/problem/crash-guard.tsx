import { Component, type ReactNode } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import styles from './crash-guard.module.css';

/**
 * A fault in a screen, or a part of the app that did not load, leaves a page that says so and a way on. It is in the
 * first bundle and takes nothing else with it.
 */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <main className={styles.page}>
        <h1>{commonTexts.somethingFailed}</h1>
        <p>{commonTexts.unknownError}</p>
        <p>{commonTexts.moneyIsSafe}</p>
        <button type="button" className={styles.again} onClick={() => location.reload()}>
          {commonTexts.tryAgain}
        </button>
      </main>
    );
  }
}
