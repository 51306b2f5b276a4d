import styles from './cenefa.module.css';

/** The only ornament: basket weave and QR eye. `weave` is the large cloth of the entrance. */
export function Cenefa({
  pattern = 'band',
  className,
}: {
  pattern?: 'band' | 'weave';
  className?: string | undefined;
}) {
  return <div className={[styles[pattern], className].filter(Boolean).join(' ')} aria-hidden />;
}
