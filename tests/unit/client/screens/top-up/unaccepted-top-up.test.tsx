import '#tests/support/browser/browser-globals.ts';
import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { CommandsContext } from '#src/client/commands/use-commands.ts';
import { useUndo, type VoidableTopUp } from '#src/client/money/top-up/top-up-void.tsx';
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

it('reports a top-up as voided that the server voided, also when a full disk does not record it', async () => {
  const commands = {
    placeTopUpVoid: () => Promise.resolve({ kind: 'ask-server', movementId: 'm' }),
    noteVoidedTopUp: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
  };
  const names = { _id: 'v', topUpId: 'm', ownerName: '', shortCode: '', createAt: new Date().toISOString() };
  const receipt = { ...names, monto: 5_000, paidFrom: 'MARKET', till: 0, reason: 'OTHER' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(receipt, { status: 201 })));
  const shown: { undo?: ReturnType<typeof useUndo> } = {};
  function Undo() {
    shown.undo = useUndo({ opId: newOpId() } as VoidableTopUp);
    return null;
  }
  renderToStaticMarkup(
    <CommandsContext value={() => Promise.resolve(commands as unknown as Commands)}>
      <Undo />
    </CommandsContext>,
  );
  expect(await shown.undo?.(newOpId(), { reason: 'OTHER' })).toMatchObject({ kind: 'ok' });
  vi.unstubAllGlobals();
});
