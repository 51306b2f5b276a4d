import { describe, expect, it } from 'vitest';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import { lookOf, rowOf } from '#src/client/money/operation/outcome-table.ts';
import { nameOf, sendingOf } from '#src/client/screens/outbox/outbox-row.ts';
import { outboxTexts } from '#src/client/texts/sync/outbox-texts.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { operation } from '#tests/support/market/operations.ts';
import { newId, receiptOf, storedAt } from '#tests/support/market/stored-operations.ts';

const now = storedAt + 60_000;
const said = (given: Parameters<typeof operation>[0]) => {
  const { badge, state, note } = lookOf(operation(given), now);
  return [badge, state, note];
};
const withdrawn = (state: OperationStatus['state']) => ({
  status: {
    state,
    offline: { kind: 'withdrawn' as const, opId: newId(), reason: 'VOUCHER_LIMIT' as const, most: 9_000 },
  },
});
const accepted = (status: Partial<OperationStatus> = {}) => ({
  ...status,
  offline: { kind: 'accepted' as const, opId: newId() },
});
const receipt = {
  purchase: receiptOf(toVoucherId('24684521-0000-4000-8000-000000000000'), 0),
};

describe('a row of the outbox', () => {
  type Row = [Parameters<typeof operation>[0], string, string, string];
  it.each<Row>([
    [{}, 'pending', 'Por enviar', 'Se envía sola.'],
    [{ kind: 'customer' }, 'pending', 'Por enviar', 'Registro de cliente. Se envía sola.'],
    [{ status: { state: 'sending' } }, 'sending', 'Enviando', 'Compra en este estante.'],
    [{ kind: 'top-up', status: { state: 'sending' } }, 'sending', 'Enviando', 'Recarga en este punto.'],
    [{ after: newId() }, 'waiting', 'Espera recarga', 'Espera a que se confirme la recarga de este código.'],
    [
      { status: { state: 'waiting-sign-in' } },
      'needs-sign-in',
      'Falta ingresar',
      'Ingrese otra vez para enviarla.',
    ],
    [{ status: { state: 'accepted', receipt } }, 'paid', 'Confirmada', 'Compra C-7K4M2QXD.'],
    [
      { status: { state: 'settled-with-overspend' } },
      'paid',
      'Pagada con garantía',
      'Usted recibe el pago completo. El mercado revisa.',
    ],
    [
      { status: { state: 'refused', message: 'El saldo no alcanza.' } },
      'refused',
      'Rechazada',
      'El saldo no alcanza.',
    ],
    [{ kind: 'unreadable' }, 'warning', 'Por actualizar', outboxTexts.unreadableNote],
    [{ status: { lastError: 'newer-version' } }, 'warning', 'Por enviar', outboxTexts.serverIsOlder],
    [{ status: accepted(), acceptance: {} }, 'pending', 'Aceptada sin conexión', 'Se envía sola.'],
  ])('with %j is %s', (given, ...shown) => {
    expect(said(given)).toEqual(shown);
  });

  it('says "paid" only of goods handed over here, and the reason of a review', () => {
    expect(said({ status: accepted({ state: 'accepted', receipt }) })[1]).toBe('Pagada');
    expect(said({ status: { state: 'in-review' } })[2]).toBe('El mercado la revisa.');
    expect(said({ status: { state: 'in-review', reason: 'BEYOND_LIMITS' } })[2]).toMatch(
      /^.+ El mercado la revisa\.$/,
    );
  });

  const gone = ['Aceptada sin conexión', 'El código no pagó. El mercado la está revisando.'] as const;
  it.each([
    ['pending', ...gone],
    ['sending', ...gone],
    ['waiting-sign-in', ...gone],
    ['waiting-top-up', 'Espera recarga', outboxTexts.waitingThere],
    ['in-review', 'En revisión', 'El mercado la revisa.'],
    ['accepted', 'Pagada', ''],
    ['settled-with-overspend', 'Pagada con garantía', outboxTexts.guaranteedNote],
    ['refused', 'No pagada', 'nunca'],
  ] as const)(
    'follows the acceptance of goods handed over offline, even of a refused sale: %s',
    (state, ...shown) => {
      const status = accepted({ state: 'refused', message: 'no' });
      expect(said({ status, acceptance: { state, message: 'nunca' } }).slice(1)).toEqual(shown);
    },
  );

  it('shows a withdrawal at once, and stops explaining once the server has accepted it', () => {
    const [badge, state, note] = said(withdrawn('pending'));
    expect(badge).toBe('refused');
    const [, after, final] = said(withdrawn('refused'));
    expect(after).toBe(state);
    expect(note?.startsWith(String(final))).toBe(true);
    expect(String(note).length).toBeGreaterThan(String(final).length);
  });

  it('warns not to hand over anything when the rules refused', () => {
    const offline = { kind: 'refused' as const, reason: 'NOT_ENROLLED' as const, most: 0 };
    expect(said({ status: { offline } })[2]).toMatch(/No entregue todavía\.$/);
  });

  it('is named after the customer, otherwise after the printed code', () => {
    expect(nameOf(operation())).toBe('Luz Marina');
    expect(nameOf(operation({ label: { userName: '' } }))).toMatch(/^Código \S+$/);
    expect(nameOf(operation({ kind: 'top-up', label: null }))).toMatch(/^Código \S+$/);
    for (const kind of ['customer', 'unreadable'] as const)
      expect(nameOf(operation({ kind, label: null }))).toBe('Sin nombre');
  });
});

it('a sale that its device left undecided is decided by a person', () => {
  const deciding = operation({ status: { offline: { kind: 'deciding' } } });
  expect([storedAt + 8_000, storedAt + 8_001].map((at) => rowOf(deciding, at).next === 'decide')).toEqual([
    false,
    true,
  ]);
});

describe('the send buttons', () => {
  const waiting = () => operation({ status: { attempts: 3 } });
  const settled = operation({ status: { state: 'accepted', receipt } });

  it('are absent without open operations, single with one, and for all and each row with several', () => {
    expect(sendingOf([settled])).toBe('nothing');
    expect(sendingOf([settled, waiting()])).toBe('one');
    expect(sendingOf([waiting(), waiting(), settled])).toBe('all');
  });
});
