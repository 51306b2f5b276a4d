import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { toDoTexts as texts } from '#src/client/texts/to-do-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import type { MarketToday } from '#src/contract/market-today.ts';
import { toDoItems, type ToDoItem } from './to-do-items.ts';
import styles from './market-home.module.css';

/** What waits for the manager; when nothing does, it says so. */
export function ToDo({ today }: { today: MarketToday }) {
  const items = toDoItems(today);
  return (
    <Panel className={styles.sheet}>
      <h2 className={styles.head}>{texts.title}</h2>
      {items.length === 0 ? (
        <p className={styles.calm}>
          <Icon of={CircleCheck} size={28} />
          <span>
            <strong>{texts.none}</strong>
            {texts.noneNote}
          </span>
        </p>
      ) : (
        <ul>
          {items.map((item) => (
            <Line key={item.id} {...item} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Line({ icon, tone, title, note, action, to }: ToDoItem) {
  return (
    <li className={styles.line}>
      <span className={styles[tone]}>
        <Icon of={icon} size={26} />
      </span>
      <p className={styles.words}>
        <strong>{title}</strong>
        <span>{note}</span>
      </p>
      <Link
        to={`/dashboard/${to}`}
        aria-label={texts.go(action, title)}
        className={buttonClass({ variant: 'secondary', size: 'row' })}
      >
        {action}
      </Link>
    </li>
  );
}
