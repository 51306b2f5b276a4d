import '#tests/support/browser/browser-globals.ts';
import { expect, test } from 'vitest';
import { extraLinksOf } from '#src/client/list/extra-links.tsx';
import type { Payout } from '#src/contract/cash/schemas.ts';
import { payoutsInCash } from '#src/extras/payouts/cash.ts';
import { toAmount } from '#src/protocol/brands.ts';

const payout: Payout = {
  codePago: 'G-7K4M2QXD',
  estanteId: '',
  estanteName: 'Doña Rosalba',
  monto: toAmount(7_000),
  owed: toAmount(0),
  note: '',
  createAt: '2026-11-23T15:00:00.000Z',
  codeRun: '',
};

test('only a market has the link to pay several stalls', () => {
  expect(extraLinksOf('caja', 'GLOBAL_MARKET').map(({ to }) => to)).toEqual(['caja?pagar=varios']);
  for (const role of ['ADMIN', 'ESTANTE', 'RECARGA'] as const) expect(extraLinksOf('caja', role)).toEqual([]);
});

test('a payout leads to its signing sheet while it has one', () => {
  const { has } = payoutsInCash.payoutButton;
  expect(has(payout)).toBe(false);
  expect(has({ ...payout, codeRun: 'P-2026-11-23' })).toBe(true);
});
