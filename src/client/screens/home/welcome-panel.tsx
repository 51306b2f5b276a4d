import { useState } from 'react';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { Cenefa } from '#src/client/ui/cenefa.tsx';
import { usePlace } from '../dashboard/use-place.ts';
import { dayText } from '../dates.ts';
import styles from './welcome-panel.module.css';

/** `isOfMarket`: the name of one's market is coming, its line is kept free. */
export function WelcomePanel({ isOfMarket }: { isOfMarket: boolean }) {
  const [now] = useState(() => Date.now());
  const { name, marketName } = usePlace();
  return (
    <section className={styles.panel}>
      <div className={styles.words}>
        <h1 className={styles.hello}>
          <span className={styles.line}>
            {greetingAt(new Date(now).getHours())}
            {name !== '' && (
              <>
                , <span className={name.includes('G') ? styles.plain : undefined}>{name}</span>
              </>
            )}
            .
          </span>{' '}
          <span className={styles.line}>{texts.market}</span>
        </h1>
        <p>
          <span className={styles.part}>{dayText(now)}</span>
          {isOfMarket && <span className={styles.part}>{marketName}</span>}
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
