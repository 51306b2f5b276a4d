import '#tests/support/browser/browser-globals.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CloseBand } from '#src/client/screens/cash/day-report.tsx';
import type { DayClose } from '#src/contract/cash/schemas.ts';

type Late = DayClose['devices'][number];
const owing: Late = { deviceId: 'd1', name: 'Tableta 3', lastSeenAt: null, state: 'owes' };
const silent: Late = { deviceId: 'd2', name: 'Tableta 7', lastSeenAt: null, state: 'silent' };

/** Returns the band's sentence, and its buttons in order. */
function shown(devices: readonly Late[]) {
  const html = renderToStaticMarkup(
    <CloseBand devices={[...devices]} onReread={() => Promise.resolve()} onClose={() => undefined} />,
  );
  const plain = (text: string): string =>
    text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const buttons = [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => plain(button));
  const state = /<p.*?<\/p>/.exec(html)?.[0] ?? '';
  return { state: plain(state), buttons };
}

it('recommends waiting while a device owes operations or is silent', () => {
  for (const late of [owing, silent])
    expect(shown([late])).toEqual({
      state: 'Falta 1 dispositivo por reportar Las cifras pueden cambiar.',
      buttons: ['Cerrar así', 'Esperar y revisar'],
    });
  expect(shown([owing, silent]).state).toContain('Faltan 2 dispositivos por reportar');
});

it('offers only the close once every device has reported', () => {
  expect(shown([])).toEqual({ state: 'Ya reportaron todos', buttons: ['Cerrar el día'] });
});
