import type { ComponentPropsWithRef } from 'react';
import styles from './panel.module.css';

interface PanelProps extends ComponentPropsWithRef<'section'> {
  /** A red or green border only if a person must act or money moved. */
  state?: 'plain' | 'refused' | 'paid' | 'pending' | 'waiting';
}

export function Panel({ state = 'plain', className, ...rest }: PanelProps) {
  return <section {...rest} className={[styles.panel, styles[state], className].filter(Boolean).join(' ')} />;
}
