import { Hourglass } from 'lucide-react';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './spinner.module.css';

export function Spinner({ size = 22 }: { size?: number }) {
  return (
    <>
      <span className={styles.turning} style={{ width: size, height: size }} aria-hidden />
      <Icon of={Hourglass} size={size} className={styles.still} />
    </>
  );
}

export function Loading() {
  return (
    <div className={`row-12 soft strong ${styles.loading}`} role="status">
      <Spinner size={28} />
      <span>{appTexts.loading}</span>
    </div>
  );
}
