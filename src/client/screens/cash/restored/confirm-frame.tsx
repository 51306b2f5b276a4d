import { ArrowLeft, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { questionTexts, restoredTexts } from '#src/client/texts/restored-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { Restore, RestoreKind } from '#src/contract/restored/schemas.ts';
import { LastKnown } from './last-known.tsx';
import { NothingMore } from './nothing-more.tsx';
import styles from './restored.module.css';

const overview = '/dashboard/caja/despues-de-restaurar';

/** Returns to the overview, whose heading then takes the focus. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return () => void navigate(overview, { state: 'back' });
}

interface ConfirmFrameProps {
  kind: RestoreKind;
  restore: Restore;
  children: ReactNode;
  /** Note on operations that have not come back yet. */
  note: string;
  /** Label that repeats the amount. */
  yes: string;
  onYes: () => void;
  /** Final confirmation, a separate form. */
  dialog: ReactNode;
}

/** One question as a separate page: the known facts, the figures on the paper, and two answers. */
export function ConfirmFrame(props: ConfirmFrameProps) {
  const { kind, restore, children, note, yes, onYes, dialog } = props;
  const [isAsked, setAsked] = useState(false);
  const back = useBack();
  const question = questionTexts[kind];
  const isFirst = !restore.confirmed.some((paper) => paper.kind === kind && paper.state !== 'withdrawn');
  return (
    <>
      <form
        className={styles.frame}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onYes();
        }}
      >
        <header className="row">
          <Link to={overview} state="back" className="back" aria-label={restoredTexts.back}>
            <Icon of={ArrowLeft} size={28} />
          </Link>
          <h1 ref={focusOnMount} tabIndex={-1}>
            {question.ask(isFirst)}
          </h1>
        </header>
        <div className={styles.form}>
          <p>
            <LastKnown kind={kind} restore={restore} /> {question.look}
          </p>
          {children}
          <p className={styles.info}>
            <Icon of={Info} size={22} />
            <span>{note}</span>
          </p>
        </div>
        <Zocalo place="panel">
          <div className={styles.answers}>
            <Button type="submit" variant="on-zocalo" size="money" wide>
              {yes}
            </Button>
            <Button variant="on-zocalo-outline" wide onClick={() => setAsked(true)}>
              {question.nothingMore}
            </Button>
          </div>
        </Zocalo>
      </form>
      {dialog}
      {isAsked && (
        <NothingMore
          epoch={restore.epoch}
          kinds={[kind]}
          onClose={(isDone) => {
            setAsked(false);
            if (isDone) back();
          }}
        />
      )}
    </>
  );
}
