import { ChevronRight, BookOpenText, Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { keepManual, readManual } from '#src/client/device/keep-manual.ts';
import { appVersion } from '#src/client/device/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { helpGroups, helpTexts as texts } from '#src/client/texts/help-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { manualPath } from '#src/contract/manual.ts';

/** The manual's pages for the user's role, by how often a task comes up. */
export function HelpScreen() {
  const userType = useActor()?.userType;
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      {helpGroups.map((group) => (
        <Tasks key={group.name} {...group} userType={userType} />
      ))}
      <ManualPanel />
      {appVersion !== '' && <p className="soft">{texts.version(appVersion)}</p>}
    </>
  );
}

type TasksProps = (typeof helpGroups)[number] & { userType: UserType | undefined };

function Tasks({ name, pages, userType }: TasksProps) {
  const own = Object.entries(pages).filter(([, { roles }]) => roles.some((role) => role === userType));
  if (own.length === 0) return null;
  return (
    <section className="stack-8">
      <h2 className="normal">{name}</h2>
      <ul className="card rows">
        {own.map(([id, { title }]) => (
          <li key={id}>
            <a className="row-12 go" href={`${manualPath}${id}.html`} target="_blank" rel="noreferrer">
              <span className="fill">{title}</span>
              <Icon of={ChevronRight} size={20} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Manual =
  | { state: 'reading' | 'none' | 'kept' }
  | { state: 'offered'; bytes: number; failed: boolean }
  | { state: 'saving'; done: number; of: number };

/** The manual with pictures: opens it, and stores it on this device for reading offline. */
function ManualPanel() {
  const [manual, setManual] = useState<Manual>({ state: 'reading' });
  const opener = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const found = await readManual();
      if (!isGone) setManual(stateOf(found));
    })();
    return () => {
      isGone = true;
    };
  }, []);
  const save = async (bytes: number): Promise<void> => {
    setManual({ state: 'saving', done: 0, of: 1 });
    try {
      await keepManual((done, of) => setManual({ state: 'saving', done, of }));
    } catch {
      // A file did not come: the sentence says so, and the next try goes on.
      setManual({ state: 'offered', bytes, failed: true });
      return;
    }
    setManual({ state: 'kept' });
    // The pressed button goes, so the focus moves to the one beside it.
    opener.current?.focus();
  };
  return (
    <Panel className="split-12 pad-row">
      <p className="fill-9" role="status">
        {noteOf(manual)}
      </p>
      {manual.state !== 'none' && (
        <a
          ref={opener}
          className={buttonClass({ variant: 'secondary' })}
          href={`${manualPath}index.html`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon of={BookOpenText} size={22} />
          <span>{texts.manualOpen}</span>
        </a>
      )}
      {(manual.state === 'offered' || manual.state === 'saving') && (
        <Button
          variant="secondary"
          icon={Download}
          busy={manual.state === 'saving'}
          busyText={manual.state === 'saving' ? texts.manualSaving(manual.done, manual.of) : ''}
          onClick={() => {
            if (manual.state === 'offered') void save(manual.bytes);
          }}
        >
          {manual.state === 'offered' ? texts.manualKeep(manual.bytes) : ''}
        </Button>
      )}
    </Panel>
  );
}

function stateOf(found: Awaited<ReturnType<typeof readManual>>): Manual {
  if (!found) return { state: 'none' };
  return found.isKept ? { state: 'kept' } : { state: 'offered', bytes: found.bytes, failed: false };
}

function noteOf(manual: Manual): string {
  switch (manual.state) {
    case 'none':
      return texts.manualAway;
    case 'kept':
      return texts.manualKept;
    case 'offered':
      return manual.failed ? texts.manualFailed : texts.manualNote;
    case 'reading':
    case 'saving':
      return texts.manualNote;
    default:
      return manual satisfies never;
  }
}
