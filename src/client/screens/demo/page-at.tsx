import type { ComponentType } from 'react';
import { pageFact } from '#src/client/state/page-facts.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { demoFacts, type DemoFacts } from '#src/domain/demo-facts.ts';
import { DemoFrame } from './demo-frame.tsx';
import { DemoScreen } from './steps/demo-screen.tsx';
import { forgetVisitor, readVisitor, stepsPath, stepsTab, visitorAt } from './demo-tabs.ts';
import { OpenTab } from './open-tab.tsx';

/** The page of this address in a demo: the steps, the way into a tab, or the product's own page below the band. */
export async function pageAt(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const facts = await readFacts();
  if (facts === null) return load();
  const { pathname } = location;
  const isNewcomer = pathname === '/' && readVisitor() === null && !readAuth().isAuthenticated;
  if (pathname === stepsPath || isNewcomer) return stepsOf(facts);
  const visitor = visitorAt(pathname);
  if (visitor !== null) return () => <OpenTab facts={facts} visitor={visitor} />;
  const Page = await load();
  return () => <DemoFrame facts={facts} page={Page} />;
}

/**
 * What the server says now. The page may be a copy that the browser kept of an earlier start: with other data, for this machine
 * alone, or of a demo that has become the product since. Null: no demo.
 */
async function readFacts(): Promise<DemoFacts | null> {
  const fact = location.pathname === stepsPath ? pageFact('demo') : await freshFact();
  return fact === '' ? null : demoFacts.parse(JSON.parse(fact));
}

async function freshFact(): Promise<string> {
  try {
    const page = await (await fetch(stepsPath)).text();
    return (
      new DOMParser().parseFromString(page, 'text/html').querySelector<HTMLMetaElement>('meta[name="demo"]')
        ?.content ?? ''
    );
  } catch {
    // Without a link the page's own facts are the last ones known.
    return pageFact('demo');
  }
}

function stepsOf(facts: DemoFacts): ComponentType {
  history.replaceState(history.state, '', stepsPath);
  window.name = stepsTab;
  // Opened from another visitor's tab, whose session the browser has copied: it is that tab's alone.
  if (readVisitor() !== null) signOutLocally();
  forgetVisitor();
  return () => <DemoScreen facts={facts} />;
}
