import { ChevronRight } from 'lucide-react';
import { appVersion } from '#src/client/device/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { helpGroups, helpTexts as texts, manualPages } from '#src/client/texts/help-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { manualPath } from '#src/contract/manual.ts';
import { ManualPanel } from './manual-panel.tsx';

/** The manual's pages for the user's role, by how often a task comes up. */
export function HelpScreen() {
  const userType = useActor()?.userType;
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="soft">{texts.intro}</p>
      {Object.entries(helpGroups).map(([group, name]) => (
        <Tasks key={group} name={name} pages={pagesFor(userType).filter((page) => page.group === group)} />
      ))}
      <ManualPanel />
      {appVersion !== '' && <p className="soft">{texts.version(appVersion)}</p>}
    </>
  );
}

interface Task {
  id: string;
  title: string;
}

function pagesFor(userType: UserType | undefined) {
  return Object.entries(manualPages)
    .map(([id, page]) => ({ id, ...page }))
    .filter(({ roles }) => roles.some((role) => role === userType));
}

function Tasks({ name, pages }: { name: string; pages: readonly Task[] }) {
  if (pages.length === 0) return null;
  return (
    <section className="stack-8">
      <h2 className="normal">{name}</h2>
      <ul className="card rows">
        {pages.map(({ id, title }) => (
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
