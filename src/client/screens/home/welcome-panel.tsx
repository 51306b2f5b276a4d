import { useState } from 'react';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Cenefa } from '#src/client/ui/cenefa.tsx';
import type { Today } from '#src/contract/today.ts';
import { dayText } from '../dates.ts';
import styles from './welcome-panel.module.css';

export function WelcomePanel({ today }: { today: Today | undefined }) {
  const [now] = useState(() => Date.now());
  const name = today?.name ?? '';
  return (
    <section className={styles.panel}>
      <div className={styles.words}>
        <h1 className={styles.hello}>
          {greetingAt(new Date(now).getHours())}
          {name !== '' && (
            <>
              , <span className={name.includes('G') ? styles.plain : undefined}>{name}</span>
            </>
          )}
          . {texts.market}
        </h1>
        <p>{[dayText(now), today?.marketName !== name && today?.marketName].filter(Boolean).join(' · ')}</p>
      </div>
      <Cenefa />
    </section>
  );
}

function greetingAt(hour: number): string {
  if (hour < 12) return texts.morning;
  return hour < 19 ? texts.afternoon : texts.evening;
}
