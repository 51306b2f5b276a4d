import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import type { PixelDrawingName } from './pixel-drawing.tsx';
import { PixelDrawing } from './pixel-drawing.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  drawing: PixelDrawingName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Red border only when someone must act. */
  mustAct?: boolean;
}

export function EmptyState({ drawing, title, children, actions, mustAct = false }: EmptyStateProps) {
  return (
    <Panel
      state={mustAct ? 'refused' : 'plain'}
      className={styles.empty}
      role={mustAct ? 'alert' : undefined}
    >
      <PixelDrawing name={drawing} />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Panel>
  );
}
