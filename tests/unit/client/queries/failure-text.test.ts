import { expect, test } from 'vitest';
import { failureText } from '#src/client/queries/failure-text.ts';

const unreachable = { kind: 'unreachable', reason: 'not-ours', retryAfterMs: undefined } as const;
const general = 'Ha ocurrido un error, comuniquese con el administrador.';

test.each([
  ['a message without a code as is', 'Mensaje cualquiera', 'Mensaje cualquiera'],
  ['no permission for "Unauthorized"', 'Unauthorized', 'No tiene permisos para ver este contenido'],
  ['the general sentence for an empty message', '', general],
])('shows %s', (_what, message, shown) => {
  expect(failureText({ ...unreachable, message })).toBe(shown);
});

test('shows the general sentence when no server answered', () => {
  expect(failureText(unreachable)).toBe(general);
});
