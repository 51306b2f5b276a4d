import { BookOpen, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { usePrintDocument } from '#src/client/device/print-document.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/app-texts.ts';
import type { Guide } from '#src/client/texts/help-texts.ts';
import { guidesOf, helpTexts as texts } from '#src/client/texts/help-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Mark } from '#src/client/ui/mark.tsx';
import { SelectField } from '#src/client/ui/select-field.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { UserType } from '#src/contract/user-type.ts';
import { GuideSteps } from './guide-steps.tsx';
import styles from './help.module.css';

/** Short guides of one's own role, each one sheet for the wall. */
export function HelpScreen() {
  const userType = useActor()?.userType;
  const [chosen, setChosen] = useState<string | null>(null);
  const paper = useRef<HTMLElement>(null);
  const guides = guidesFor(userType);
  const guide = guides.find(({ id }) => id === chosen) ?? guides[0];
  const print = usePrintDocument({
    contentRef: paper,
    paper: 'A4',
    title: guide?.title ?? texts.title,
    onFailed: () => showToast('error', texts.printFailed),
  });
  if (guide === undefined) return null;
  return (
    <>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <Button variant="secondary" size="row" icon={Printer} onClick={print}>
          {texts.print}
        </Button>
      </header>
      <p className={styles.intro}>{texts.intro}</p>
      {guides.length > 1 && (
        <div className={styles.choice}>
          <SelectField
            label={texts.guides}
            icon={BookOpen}
            options={guides.map(({ id, title }) => ({ value: id, label: title }))}
            value={guide.id}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
      )}
      <article ref={paper} className={styles.guide}>
        <header className={styles.wall}>
          <Mark />
          <p>
            <b>{appTexts.name}</b>
            {texts.wall}
          </p>
        </header>
        <h2 className={styles.title}>{guide.title}</h2>
        <GuideSteps guide={guide} />
      </article>
    </>
  );
}

function guidesFor(userType: UserType | undefined): readonly Guide[] {
  const all: Partial<Record<UserType, readonly Guide[]>> = guidesOf;
  return userType === undefined ? [] : (all[userType] ?? []);
}
