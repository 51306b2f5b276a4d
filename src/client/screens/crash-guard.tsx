import type { ReactNode } from 'react';
import { Component } from 'react';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import styles from './crash-guard.module.css';

/** A fault in a screen, or a part of the app that did not load, leaves a page that says so and a way on. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <main className={styles.page}>
        <EmptyState
          drawing="basket"
          title={commonTexts.somethingFailed}
          mustAct
          actions={<Button onClick={() => location.reload()}>{commonTexts.tryAgain}</Button>}
        >
          <p>{commonTexts.unknownError}</p>
          <p>{commonTexts.moneyIsSafe}</p>
        </EmptyState>
      </main>
    );
  }
}
