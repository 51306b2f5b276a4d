import { expect, test } from 'vitest';
import { markedParts } from '#src/client/screens/top-up/customer/marked-parts.ts';

test.each([
  ['Luz Marina Ospina', 'luz m', '[Luz M]arina Ospina'],
  ['María Luz Montaño', 'montano', 'María Luz [Montaño]'],
  ['José Ñustes'.normalize('NFD'), 'ÑUS', 'José [Ñus]tes'],
  ['24684521', '4684', '2[4684]521'],
  ['Ofelia Rincón', 'x', 'Ofelia Rincón'],
  ['Ofelia Rincón', ' ', 'Ofelia Rincón'],
  ['İlhan ß Peña', 'pena', 'İlhan ß [Peña]'],
])('of "%s" the letters "%s" are marked: %s', (text, typed, marked) => {
  const parts = markedParts(text, typed);
  expect(parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('')).toBe(marked);
});
