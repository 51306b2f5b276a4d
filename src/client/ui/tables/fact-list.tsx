import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './fact-list.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
  /** Drawing before the name. */
  sign?: LucideIcon | undefined;
  /** The sum that matters: larger, under a heavier line. */
  total?: boolean;
}

interface FactListProps {
  /** False for a fact that there is not. */
  facts: readonly (Fact | false)[];
  className?: string | undefined;
}

export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={[styles.facts, className].filter(Boolean).join(' ')}>
      {facts.map(
        (fact) =>
          fact !== false && (
            <div
              key={fact.name}
              className={fact.total === true ? `${styles.fact} ${styles.total}` : styles.fact}
            >
              <dt>
                {fact.sign !== undefined && <Icon of={fact.sign} size={36} />}
                <span>{fact.name}</span>
              </dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
