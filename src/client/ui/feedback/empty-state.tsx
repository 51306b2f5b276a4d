import type { ReactNode } from 'react';
import { PixelDrawing, type PixelDrawingName } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  drawing: PixelDrawingName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Red border, only if a person must act. */
  mustAct?: boolean;
  /** h1 if it is the whole page. */
  heading?: 'h1' | 'h2';
}

export function EmptyState({
  drawing,
  title,
  children,
  actions,
  mustAct = false,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <Panel
      state={mustAct ? 'refused' : 'plain'}
      className={styles.empty}
      role={mustAct ? 'alert' : undefined}
    >
      <PixelDrawing name={drawing} />
      <div className="stack-4 soft">
        <Heading className={styles.title}>{title}</Heading>
        {children}
      </div>
      {actions !== undefined && <div className="cluster-12">{actions}</div>}
    </Panel>
  );
}
