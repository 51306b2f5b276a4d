import { describe, expect, it } from 'vitest';
import { toDoItems } from '#src/client/screens/home/to-do-items.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { quietToday } from '#tests/support/market/empty-figures.ts';

const lines = (change: Partial<MarketToday>): string[][] =>
  toDoItems({ ...quietToday, ...change }).map(({ what, sentence, action, to }) => [
    what,
    String(sentence),
    action,
    to,
  ]);
const tablet = { name: 'Tableta 7', operations: 3, lastSeenAt: '2026-03-20T12:50:00.000Z' };

describe("a manager's to-do list", () => {
  it('has three first steps in an empty market, until it has stalls and a point', () => {
    const titles = (change: Partial<MarketToday>) => lines(change).map(([title]) => title);
    const limits = 'Mire los límites sin conexión';
    const point = 'Invite a un punto de recarga';
    expect(titles({ stalls: 0, topUpPoints: 0 })).toEqual(['Invite a sus estantes', point, limits]);
    expect(titles({ topUpPoints: 0 })).toEqual([point, limits]);
  });

  const first = { customerId: 'c7', name: 'luz marina' };
  const returned =
    'De Luz Marina: una venta anulada se los devolvió. Repóngalo, devuelva el saldo, o vénzalo si ya pasó su fecha.';
  it.each<[string, Partial<MarketToday>, string[]]>([
    [
      'leads to the close of a day that is still open in the afternoon',
      { dayToClose: true },
      ['Cerrar el día', 'Mire que cuadre y guárdelo.', 'Cerrar', 'caja?ver=cierre'],
    ],
    [
      'sends a manager to the tills that are almost full',
      { fullTills: { count: 1, names: ['jairo martínez'] } },
      ['1 caja casi llena', 'Jairo Martínez', 'Recibir', 'caja?ver=recibir'],
    ],
    [
      'names the owner of a closed voucher to which a void returned money',
      { closedVouchers: { count: 1, total: toAmount(30_000), first } },
      ['Un código cerrado tiene $30,000', returned, 'Ver', 'clientes?cliente=c7'],
    ],
    [
      'includes balances to pay',
      { owed: { count: 29, total: toAmount(2_806_000) } },
      ['Pagar a 29 estantes', '$2,806,000', 'Pagar', 'caja'],
    ],
  ])('%s', (_what, change, line) => {
    expect(lines(change)).toEqual([line]);
  });

  it('names two who wait, and counts the others', () => {
    const names = ['frutas el edén', 'Lácteos Sumapaz'];
    const [two, nine] = [2, 9].map((count) =>
      lines({ approvals: { ...quietToday.approvals, stalls: { count, names } } }),
    );
    const to = 'estantes?estado=PENDIENTE';
    expect(two).toEqual([['2 estantes por aprobar', 'Frutas El Edén y Lácteos Sumapaz', 'Revisar', to]]);
    expect(nine).toEqual([
      ['9 estantes por aprobar', 'Frutas El Edén, Lácteos Sumapaz y 7 más', 'Revisar', to],
    ]);
  });

  it('separates overspends from lines that need a decision', () => {
    expect(
      lines({
        overspends: { count: 1, total: toAmount(14_000), code: '4HTP-9WKM' },
        reviews: { count: 2, total: toAmount(9_000) },
      }).map(([title]) => title),
    ).toEqual(['Pagado de más: $14,000', '2 ventas por resolver: $9,000']);
  });

  it('names the device that owes, and of many the one that owes most', () => {
    const one = lines({ devices: { count: 1, first: tablet } })[0];
    expect(one?.slice(0, 2)).toEqual([
      'Tableta 7: 3 ventas o recargas sin enviar',
      expect.stringMatching(/^Último contacto: 20 de mar de 2026 /) as string,
    ]);
    const many = lines({ devices: { count: 4, first: tablet } })[0];
    expect(many?.slice(0, 2)).toEqual([
      '4 dispositivos tienen ventas o recargas sin enviar',
      'Tableta 7: 3 ventas o recargas sin enviar',
    ]);
  });
});
