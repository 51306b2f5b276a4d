import { appTexts } from '#src/client/texts/common-texts.ts';
import styles from './wordmark.module.css';

export function Wordmark({ size = 40, tone = 'day' }: { size?: number; tone?: 'day' | 'indigo' | 'ink' }) {
  return (
    <span className={`bold whole ${styles.wordmark}`} style={{ fontSize: size * 0.6 }}>
      <Mark size={size} tone={tone} />
      <span>{appTexts.name}</span>
    </span>
  );
}

interface MarkProps {
  size?: number;
  /** `ground` is the background colour; `ink` prints the wordmark in one colour. */
  tone?: 'day' | 'indigo' | 'ink';
}

const frame =
  'M3 2h18a1 1 0 0 1 1 1v4.5a2 2 0 0 1-4 0v-2h-4v2a2 2 0 0 1-4 0v-2H6v2a2 2 0 0 1-4 0V3a1 1 0 0 1 1-1z';
const counter = 'M3.5 10.75h2.75v8.5h11.5v-8.5h2.75V21a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z';
const awning = 'M5.9 4.5h4.2v3a2.1 2.1 0 0 1-4.2 0zM13.9 4.5h4.2v3a2.1 2.1 0 0 1-4.2 0z';
const oneInkAwning = [2, 6.1, 10.2, 14.3, 18.4].map((x) => `M${x} 5h3.6v2.6a1.8 1.8 0 0 1-3.6 0z`).join('');

export function Mark({ size = 36, tone = 'day' }: MarkProps) {
  const main = tone === 'ink' ? '#000' : tone === 'indigo' ? '#fff' : 'var(--mark, var(--indigo))';
  const goods = tone === 'ink' ? '#000' : '#ffc53d';
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      {tone === 'ink' ? (
        <path fill={main} d={`M3 2h18a1 1 0 0 1 1 1v1.6H2V3a1 1 0 0 1 1-1z${oneInkAwning}${counter}`} />
      ) : (
        <>
          <path fill={goods} d={awning} />
          <path fill={main} d={frame + counter} />
        </>
      )}
      <rect fill={goods} x="9.25" y="11.75" width="5.5" height="5.5" rx=".6" />
    </svg>
  );
}
