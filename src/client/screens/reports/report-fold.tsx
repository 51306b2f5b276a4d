import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import styles from './reports.module.css';

interface ReportFoldProps {
  title: string;
  /** "6 filas" */
  note?: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** A part of the report that is opened by its name; on paper it is always open. */
export function ReportFold({ title, note, isOpen = false, children }: ReportFoldProps) {
  const [isShown, setShown] = useState(isOpen);
  const id = useId();
  return (
    <Panel className={styles.fold}>
      <h2 className={styles.foldHead}>
        <button type="button" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
          <span>{title}</span>
          {note !== undefined && <span className={styles.note}>{note}</span>}
          <Icon of={ChevronDown} size={22} />
        </button>
      </h2>
      <div id={id} className={styles.foldBody} hidden={!isShown}>
        {children}
      </div>
    </Panel>
  );
}
