import '#tests/support/browser/browser-globals.ts';
import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Operation } from '#src/client/local/db/operation.ts';
import { askAfterMs } from '#src/client/local/outbox/unaccepted.ts';
import { phaseOf, PurchasePhase } from '#src/client/screens/scan/scan-screen.tsx';
import type { StallPurchase, PurchaseRefusal } from '#src/client/screens/scan/use-stall-purchase.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { operation } from '#tests/support/market/operations.ts';
import { scannedVoucher } from '#tests/support/market/scanned-voucher.ts';
import { newId, rosalba } from '#tests/support/market/stored-operations.ts';

// Only the import of the sounds needs a page.
vi.hoisted(() => vi.stubGlobal('document', new EventTarget()));
vi.unstubAllGlobals();

const now = Date.now();
const scanned = scannedVoucher({ known: 9_000, most: 9_000 });

/** Returns the texts of the result screen, and its buttons in order. */
function shown(
  answer: StallPurchase['answer'],
  refusal: PurchaseRefusal | null = null,
  { lacking = 0, corrected = null as number | null } = {},
) {
  const nothing = () => undefined;
  const purchase = { amount: 12_500, corrected, lacking, answer, refusal, open: null } as StallPurchase;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PurchasePhase
        {...{ scanned, purchase }}
        phase={phaseOf(purchase, scanned)}
        rest={{ paid: 0, lacking: 0 }}
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
  return { text: plain(html), buttons };
}

const pending = (status: Partial<Operation['status']> = {}) => ({
  kind: 'pending' as const,
  // As if it had just been placed.
  operation: operation({ status: { confirmedAt: now, ...status } }),
});

// The stall is at work.
beforeAll(() => {
  const user = { id: rosalba, email: '', globalMarketId: toMarketCode('FERIA2'), status: 'APPROVED' };
  patchAuth({ user: { ...user, userType: 'ESTANTE' }, isAuthenticated: true });
});
afterAll(signOutLocally);

const refusedWith = (message: string, most: number) => ({ message, most, isOffline: true });
const none = { kind: 'none' } as const;
const acceptedHere = {
  kind: 'decided-here',
  operation: operation({ status: { offline: { kind: 'accepted', opId: newId() } } }),
} as const;
const refused = (status: Partial<Operation['status']>) => ({
  kind: 'refused' as const,
  message: '',
  operation: operation({ status: { state: 'refused', ...status } }),
});
const takeBack = 'No se entregó: retirar';
const waits = ['Cobrar otra', takeBack, 'Ver pendientes'];

/** Each result: what it says, what it must not say, and its buttons. */
const results: [string, () => ReturnType<typeof shown>, string[], string[], string[]?][] = [
  [
    'accepted without a receipt is not paid',
    () => shown({ kind: 'accepted', operation: operation({ status: { state: 'accepted' } }) }),
    ['No entregue'],
    ['Pagado'],
  ],
  [
    'without an answer nothing is handed over',
    () => shown(pending()),
    ['Pendiente de confirmar', 'No entregue', 'La respuesta se demora'],
    ['Pagado'],
    waits,
  ],
  [
    'accepted by the rules the goods go, still without "paid"',
    () => shown(acceptedHere),
    ['Aceptada sin conexión'],
    ['No entregue', 'Pagado'],
  ],
  [
    'accepted for a part the rest comes first',
    () => shown(acceptedHere, null, { lacking: 7_500 }),
    ['Faltan $7,500: no entregue todavía'],
    [],
    ['Leer otro código'],
  ],
  [
    'without an answer for a part no other code is read',
    () => shown(pending(), null, { lacking: 7_500 }),
    ['No entregue'],
    ['Leer otro código'],
  ],
  [
    'a refused correction leaves the first sale voided',
    () => shown(none, refusedWith('Sin conexión.', 0), { corrected: 12_000 }),
    ['Anulada $12,000'],
    [],
  ],
  [
    'without a link',
    () => shown(pending({ lastError: 'network' })),
    ['cuando vuelva la conexión'],
    [],
    waits,
  ],
  [
    'older than ten minutes a person sends it',
    () => shown(pending({ confirmedAt: now - askAfterMs - 1 })),
    ['Pasaron más de 10 minutos'],
    [],
    ['Enviar ahora', takeBack, 'Cobrar otra'],
  ],
  [
    'being sent it is not withdrawn',
    () => shown(pending({ state: 'sending', changedAt: now })),
    ['Espere, se está enviando'],
    [takeBack],
  ],
  [
    'undecided it may be decided',
    () => shown(pending({ offline: { kind: 'deciding' } })),
    ['Aceptar ahora'],
    [],
  ],
  [
    'refused by the rules it names the highest price allowed',
    () => shown(pending({ offline: { kind: 'refused', reason: 'VOUCHER_LIMIT', most: 9_000 } })),
    ['No entregue', '$9,000'],
    [],
  ],
  [
    "refused by the server it shows the server's sentence, and no balance",
    () => shown(refused({ message: 'El saldo no alcanza. Quedan $10.' })),
    ['No entregue', 'El saldo no alcanza. Quedan $10.'],
    ['$9,000'],
  ],
  [
    'withdrawn here the next one may be charged',
    () => shown(refused({ lastError: 'WITHDRAWN' })),
    ['Retirada', 'No se cobró'],
    [],
    ['Cobrar otra', 'Cobrarle otra vez'],
  ],
  [
    'refused before it is placed it offers what is left',
    () => shown(none, refusedWith('No alcanza.', 9_000)),
    ['No alcanza.', '$3,500', '$9,000'],
    [],
  ],
];

it.each(results)('the result of a sale: %s', (_what, show, said, unsaid, exactly) => {
  const { text, buttons } = show();
  for (const words of said) expect(text).toContain(words);
  for (const words of unsaid) expect(text).not.toContain(words);
  if (exactly) expect(buttons).toEqual(exactly);
});

it.each([0, 12_500])('offers no smaller sale after a refusal where %i is left', (most) => {
  expect(shown(none, refusedWith('No.', most)).buttons).toHaveLength(2);
});
