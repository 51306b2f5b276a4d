import { appTexts } from '#src/client/texts/common-texts.ts';
import { Mark } from './mark.tsx';
import styles from './wordmark.module.css';

interface WordmarkProps {
  size?: number;
  tone?: 'day' | 'indigo' | 'ink';
}

export function Wordmark({ size = 40, tone = 'day' }: WordmarkProps) {
  return (
    <span className={styles.wordmark} style={{ fontSize: size * 0.6 }}>
      <Mark size={size} tone={tone} />
      {appTexts.name}
    </span>
  );
}
