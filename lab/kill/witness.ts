import type { BrowserContext } from '@playwright/test';
import type { OpId } from '#src/protocol/brands.ts';

/** Reports that left the browser before it died: by its database, and by its screen. */
export type Witness = {
  /** Operations in the database, with the furthest state reported. */
  readonly states: Map<OpId, string>;
  /** Operations that the database reported as accepted offline. */
  readonly accepted: Set<OpId>;
  /** Texts of every screen that allowed the hand-over of goods. */
  readonly screens: string[];
};

type Told = { opId: OpId; state: string; isAccepted: boolean };

const final = new Set(['accepted', 'settled-with-overspend', 'refused']);

/** From now on every report of this browser's pages goes to the witness at once. */
export async function callWitness(context: BrowserContext, witness: Witness): Promise<void> {
  await context.exposeBinding('tellStatuses', (_source, told: Told[]) => {
    for (const { opId, state, isAccepted } of told) {
      if (!final.has(witness.states.get(opId) ?? '')) witness.states.set(opId, state);
      if (isAccepted) witness.accepted.add(opId);
    }
  });
  await context.exposeBinding('tellScreen', (_source, words: string) => {
    witness.screens.push(words);
  });
  // When run from the command line, the functions below are compiled with calls of a helper that no page has.
  await context.addInitScript('globalThis.__name ??= (work) => work;');
  await context.addInitScript(tellEverything);
}

type Telling = {
  tellStatuses: (told: Told[]) => Promise<void>;
  tellScreen: (words: string) => Promise<void>;
};

/**
 * Runs in the page: reads the database in parallel to the application, again and again, and watches the
 * screen.
 */
function tellEverything(): void {
  const outside = window as unknown as Telling;
  const known = new Map<OpId, string>();
  // Only after the application has created its database: opening it here would create an empty one.
  void indexedDB.databases().then((all) => {
    if (!all.some(({ name }) => name === 'mercado-dinero')) return null;
    const opening = indexedDB.open('mercado-dinero');
    opening.addEventListener('success', () => {
      let isOpen = true;
      // One query after the other: overlapping ones would leave the database no time for anything else.
      const ask = (): void => {
        if (!isOpen) return;
        const request = opening.result.transaction('statuses').objectStore('statuses').getAll();
        request.addEventListener('success', () => {
          const statuses = request.result as { opId: OpId; state: string; offline?: { kind: string } }[];
          const told = statuses.flatMap(({ opId, state, offline }) => {
            const isAccepted = offline?.kind === 'accepted';
            const said = `${state} ${isAccepted}`;
            if (known.get(opId) === said) return [];
            known.set(opId, said);
            return [{ opId, state, isAccepted }];
          });
          if (told.length > 0) void outside.tellStatuses(told);
          setTimeout(ask, 4);
        });
      };
      ask();
      opening.result.addEventListener('versionchange', () => {
        isOpen = false;
        opening.result.close();
      });
    });
    return opening;
  });
  let last = '';
  new MutationObserver(() => {
    const words = document.querySelector('[role="alert"]')?.textContent ?? '';
    if (words === last || !words.includes('Entregue el producto')) return;
    last = words;
    void outside.tellScreen(words);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
