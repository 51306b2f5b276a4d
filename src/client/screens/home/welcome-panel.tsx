import { useState } from 'react';
import { serverNow } from '#src/client/state/server-clock.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { dayText } from '#src/client/texts/written/days.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import styles from './welcome-panel.module.css';

interface WelcomePanelProps {
  /** Name to greet; empty while it loads. */
  name: string;
  /** Name of the market; empty while it loads, with its line reserved. */
  note?: string | undefined;
  /** A first name: it fits one line on a phone, so no second line is reserved. */
  isShort?: boolean;
}

export function WelcomePanel({ name, note, isShort = false }: WelcomePanelProps) {
  const [now] = useState(serverNow);
  return (
    <section className={styles.panel}>
      <div className={styles.words}>
        <h1 className={isShort ? styles.hello : `${styles.hello} ${styles.long}`}>
          {`${greetingAt(Number.parseInt(timeText(now)))}${name === '' ? '.' : ', '}`}
          {name !== '' && <span className={name.includes('G') ? styles.plain : undefined}>{`${name}.`}</span>}
        </h1>
        <p>
          <span className={styles.part}>{texts.market}</span>
          <span className={styles.part}>{dayText(now)}</span>
          {note !== undefined && <span className={`${styles.part} ${styles.note}`}>{note}</span>}
        </p>
      </div>
      <Cenefa />
    </section>
  );
}

function greetingAt(hour: number): string {
  if (hour < 12) return texts.morning;
  return hour < 19 ? texts.afternoon : texts.evening;
}
