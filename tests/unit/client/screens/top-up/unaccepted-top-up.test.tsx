import '#tests/support/browser/browser-globals.ts';
import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { TopUpOutcome } from '#src/client/screens/top-up/top-up-outcome.tsx';
import type { TopUpForm } from '#src/client/screens/top-up/use-top-up-form.ts';
import { pointPlace, staffWaitingTexts } from '#src/client/texts/sync/staff-waiting-texts.ts';
import { operation } from '#tests/support/market/operations.ts';

// Only the import of the sounds needs a page.
vi.hoisted(() => vi.stubGlobal('document', new EventTarget()));
vi.unstubAllGlobals();

it('offers no way back from a top-up before the device is known, which decides how', () => {
  const answer = { kind: 'pending', operation: operation({ kind: 'top-up' }) };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <TopUpOutcome form={{ answer } as TopUpForm} next={{ current: null }} />
    </MemoryRouter>,
  );
  expect(html).toContain(staffWaitingTexts.keepCash);
  expect(html).not.toContain(pointPlace.takeBack);
});
