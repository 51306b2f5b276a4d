import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentWay } from '#src/contract/cash/payment-way.ts';
import {
  bankSheet,
  bankText,
  exactColumns,
  paidInCash,
} from '#src/extras/payouts/client/payment/bank-file.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { toAmount } from '#src/protocol/brands.ts';

const holder = { holder: 'Rosalba Giraldo', identificacion: 'NIT 900555214' };
const key: PaymentWay = { kind: 'KEY', key: '@rosalba1', ...holder };
const account: PaymentWay = {
  kind: 'ACCOUNT',
  bank: 'Banco "El, Campo"',
  accountType: 'CHECKING',
  account: '000123456789',
  ...holder,
};

function runOf(ways: readonly PaymentWay[], name = 'Doña Rosalba'): PayoutRun {
  return {
    codeRun: 'P-2026-11-23',
    total: toAmount(1),
    note: '',
    paidBy: '',
    createAt: '2026-11-23T15:00:00.000Z',
    pagos: ways.map((way, n) => ({
      codePago: `G-${n}`,
      estanteId: String(n),
      estanteName: name,
      ownerName: '',
      owed: toAmount(37_000),
      monto: toAmount(37_000),
      way,
    })),
  };
}

/** An independent reader: RFC 4180, with its byte order mark. */
function read(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows: string[][] = [];
  for (const [, ...cells] of text
    .slice(1)
    .matchAll(/((?:"(?:[^"]|"")*"|[^,"\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^,"\r\n]*))*)\r\n/g))
    rows.push(
      [...(cells[0] ?? '').matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,"]*)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  return rows;
}

describe("a run's bank file", () => {
  it('contains stalls paid by key or account, as digits and commas, and none paid in cash', () => {
    const run = runOf([key, { kind: 'CASH' }, account]);
    const [head, ...rows] = read(bankText(bankSheet(run), exactColumns));
    expect(head).toHaveLength(12);
    const common = ['Rosalba Giraldo', 'NIT', '900555214'];
    expect(rows).toEqual([
      ['P-2026-11-23', 'G-0', ...common, 'llave', '@rosalba1', '', '', '', '37000', 'Doña Rosalba'],
      [
        'P-2026-11-23',
        'G-2',
        ...common,
        'cuenta',
        '',
        'Banco "El, Campo"',
        'Corriente',
        '000123456789',
        '37000',
        'Doña Rosalba',
      ],
    ]);
    expect(paidInCash(run).map(({ codePago }) => codePago)).toEqual(['G-1']);
  });

  it("executes nothing, whatever a stall's or a bank's name", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (bank, name) => {
        const run = runOf([{ ...account, bank: `=${bank}`, holder: `@${name}` }], `+${name}`);
        const [, row = []] = read(bankText(bankSheet(run), exactColumns));
        for (const column of [2, 7, 11]) expect(row[column]?.startsWith("'")).toBe(true);
        expect(row[10]).toBe('37000');
      }),
    );
  });
});
