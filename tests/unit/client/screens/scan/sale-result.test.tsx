import '#tests/support/browser/browser-globals.ts';
import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operation } from '#src/client/local/db/operation.ts';
import { askAfterMs } from '#src/client/local/outbox/unaccepted.ts';
import { phaseOf, SalePhase } from '#src/client/screens/scan/scan-screen.tsx';
import type { Sale, SaleRefusal } from '#src/client/screens/scan/use-sale.ts';
import type { ScannedSale } from '#src/client/screens/scan/use-voucher-lookup.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { toMarketCode, toVoucherId } from '#src/contract/brands.ts';
import { operation } from '#tests/support/market/operations.ts';
import { newId, receiptOf, rosalba } from '#tests/support/market/stored-operations.ts';

// Only the import of the sounds needs a page.
vi.hoisted(() => vi.stubGlobal('document', new EventTarget()));
vi.unstubAllGlobals();

const now = Date.now();
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const view = {
  known: 9_000,
  knownAt: null,
  most: 9_000,
  refusal: null,
  claim: null,
  oldListMs: null,
  isFromElsewhere: false,
};
const scanned: ScannedSale = {
  kind: 'known',
  reason: 'network',
  voucherId,
  ownerId: newId(),
  proof: '',
  view,
};

/** Returns the texts of the result screen in order, and its buttons. */
function shown(
  answer: Sale['answer'],
  refusal: SaleRefusal | null = null,
  amount = 12_500,
  { lacking = 0, paidBefore = 0, corrected = null as number | null } = {},
) {
  const nothing = () => undefined;
  const sale: Sale = {
    amount,
    setAmount: nothing,
    isSelected: false,
    corrected,
    lines: [],
    setLines: nothing,
    charge: () => Promise.resolve(),
    complete: () => Promise.resolve(),
    lacking,
    changeAmount: nothing,
    chargeRight: nothing,
    answer,
    refusal,
    busy: false,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SalePhase
        {...{ scanned, sale }}
        phase={phaseOf(sale, scanned, null)}
        rest={{ paid: paidBefore, lacking: 0 }}
        onScanned={nothing}
        onPart={nothing}
        onDone={nothing}
      />
    </MemoryRouter>,
  );
  const plain = (text: string): string =>
    text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, inside = '']) => plain(inside));
  return { text: plain(html), buttons, isAlert: html.includes('role="alert"') };
}

const pending = (status: Partial<Operation['status']> = {}) => ({
  kind: 'pending' as const,
  // As if it had just been placed.
  operation: operation({ status: { confirmedAt: now, ...status } }),
});

// The stall is at work.
beforeAll(() => {
  const user = {
    id: rosalba,
    email: 'rosalba@plaza.co',
    userType: 'ESTANTE' as const,
    globalMarketId: toMarketCode('FERIA2'),
    status: 'APPROVED' as const,
  };
  patchAuth({ user, isAuthenticated: true });
});
afterAll(signOutLocally);

describe('the result of a sale', () => {
  it('shows amount, receipt and balance of a paid sale, and instructs to hand over', () => {
    const receipt = { kind: 'purchase' as const, receipt: receiptOf(voucherId, 37_500) };
    const { text, buttons, isAlert } = shown({
      kind: 'accepted',
      operation: operation({ status: { state: 'accepted', receipt } }),
    });
    expect(isAlert).toBe(true);
    for (const word of ['Pagado', '$12,500', 'C-7K4M2QXD', '$37,500', 'Entregue'])
      expect(text).toContain(word);
    expect(text).not.toContain('No entregue');
    expect(buttons).toEqual(['Cobrar otra', 'Imprimir', 'Corregir', 'Anular']);
  });

  const paidPart = {
    kind: 'accepted' as const,
    operation: operation({
      status: { state: 'accepted', receipt: { kind: 'purchase', receipt: receiptOf(voucherId, 0) } },
    }),
  };

  it('asks for the voucher that pays the rest before anything is handed over', () => {
    const { text, buttons } = shown(paidPart, null, 12_500, { lacking: 7_500 });
    expect(text).toContain('Faltan $7,500: no entregue todavía');
    expect(text).not.toContain('Entregue');
    expect(buttons).toEqual(['Leer otro código', 'Imprimir', 'Anular']);
  });

  it('names the whole purchase once another voucher has paid the rest', () => {
    const { text } = shown(paidPart, null, 12_500, { paidBefore: 7_500 });
    expect(text).toContain('Compra completa $20,000');
    expect(text).toContain('Entregue');
  });

  it('goes on with the rest after a part accepted without a link, and not after one without an answer', () => {
    const accepted = {
      kind: 'decided-here' as const,
      operation: operation({ status: { offline: { kind: 'accepted', opId: newId() } } }),
    };
    const { text, buttons } = shown(accepted, null, 12_500, { lacking: 7_500 });
    expect(text).toContain('Faltan $7,500: no entregue todavía');
    expect(buttons).toEqual(['Leer otro código']);
    expect(shown(pending(), null, 12_500, { lacking: 7_500 }).buttons).not.toContain('Leer otro código');
  });

  it('says after a refused correction that the first sale stays voided', () => {
    const refusal = { message: 'Sin conexión.', most: 0, isOffline: true };
    const { text } = shown({ kind: 'none' }, refusal, 12_500, { corrected: 12_000 });
    expect(text).toContain('Anulada $12,000');
  });

  it('does not show a sale as paid without a receipt', () => {
    const { text } = shown({ kind: 'accepted', operation: operation({ status: { state: 'accepted' } }) });
    expect(text).not.toContain('Pagado');
    expect(text).toContain('No entregue');
  });

  it('shows a sale without an answer as pending, and to hand over nothing', () => {
    const { text, buttons } = shown(pending());
    expect(text).toContain('Pendiente de confirmar');
    expect(text).toContain('No entregue');
    expect(text).not.toContain('Pagado');
    expect(text).toContain('La respuesta se demora');
    expect(buttons).toEqual(['Cobrar otra', 'No se entregó: retirar', 'Ver pendientes']);
  });

  it('instructs to hand over a sale accepted by the rules, still without "paid"', () => {
    const { text } = shown({
      kind: 'decided-here',
      operation: operation({ status: { offline: { kind: 'accepted', opId: newId() } } }),
    });
    expect(text).toContain('Aceptada sin conexión');
    expect(text).not.toContain('No entregue');
    expect(text).not.toContain('Pagado');
  });

  it.each([
    ['the link is away', { lastError: 'network' as const }, 'cuando vuelva la conexión', undefined],
    ['the server is busy', { lastError: 'UNAVAILABLE' as const }, 'El servidor está ocupado', undefined],
    ['the session ended', { state: 'waiting-sign-in' as const }, 'Su sesión terminó', 'Ingresar'],
    ['it is old', { confirmedAt: now - askAfterMs - 1 }, 'Pasaron más de 10 minutos', 'Enviar ahora'],
  ])('names %s as the reason of a missing answer', (_why, status, said, wayOn) => {
    const { text, buttons } = shown(pending({ ...status }));
    expect(text).toContain(said);
    const takeBack = 'No se entregó: retirar';
    expect(buttons).toEqual(
      wayOn === undefined ? ['Cobrar otra', takeBack, 'Ver pendientes'] : [wayOn, takeBack, 'Cobrar otra'],
    );
  });

  it('shows that it is being sent in place of withdrawing it', () => {
    const { buttons } = shown(pending({ state: 'sending', changedAt: now }));
    expect(buttons).toContain('Espere, se está enviando');
    expect(buttons).not.toContain('No se entregó: retirar');
  });

  it('shows a sale withdrawn here on paper, and lets the next one be charged', () => {
    const { text, buttons } = shown({
      kind: 'refused',
      message: 'x',
      operation: operation({ status: { state: 'refused', lastError: 'WITHDRAWN' } }),
    });
    expect(text).toContain('Retirada');
    expect(text).toContain('No se cobró');
    expect(buttons).toEqual(['Cobrar otra', 'Cobrarle otra vez']);
  });

  it('lets an undecided sale be decided now', () => {
    expect(shown(pending({ offline: { kind: 'deciding' } })).buttons).toContain('Aceptar ahora');
  });

  it("gives the rules' reason of a refusal, and the highest price allowed", () => {
    const { text } = shown(pending({ offline: { kind: 'refused', reason: 'NOT_ENROLLED', most: 0 } }));
    expect(text).toContain('No entregue');
    const most = shown(pending({ offline: { kind: 'refused', reason: 'VOUCHER_LIMIT', most: 9_000 } })).text;
    expect(most).toContain('$9,000');
  });

  it("shows the server's sentence of a refusal, without a balance that this screen has not seen", () => {
    const { text, buttons } = shown(
      {
        kind: 'refused',
        operation: operation({ status: { state: 'refused' } }),
        message: '',
      },
      null,
    );
    expect(text).toContain('No entregue');
    expect(text).not.toContain('$9,000');
    expect(buttons).toHaveLength(2);
    const refused = operation({ status: { state: 'refused', message: 'El saldo no alcanza. Quedan $10.' } });
    expect(shown({ kind: 'refused', operation: refused, message: '' }).text).toContain(
      'El saldo no alcanza. Quedan $10.',
    );
  });

  it('offers the remaining balance after a refusal here, and shows how much is missing', () => {
    const { text, buttons } = shown(
      { kind: 'none' },
      { message: 'No alcanza.', most: 9_000, isOffline: true },
    );
    expect(text).toContain('No alcanza.');
    expect(text).toContain('$3,500');
    expect(buttons.some((button) => button.includes('$9,000'))).toBe(true);
  });

  it.each([
    ['nothing is left', 0],
    ['all that was asked is there, so the amount is not what is wrong', 12_500],
  ])('offers no smaller sale after a refusal here when %s', (_why, most) => {
    const { buttons } = shown({ kind: 'none' }, { message: 'No.', most, isOffline: false });
    expect(buttons).toHaveLength(2);
  });
});
