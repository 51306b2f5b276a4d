import '#tests/support/browser/browser-globals.ts';
import { expect, it, vi } from 'vitest';
import { patchConnection } from '#src/client/state/connection.ts';
import { storageTexts } from '#src/client/texts/storage-texts.ts';
import { toVoucherId } from '#src/protocol/brands.ts';
import { leave, show } from '#tests/support/browser/fake-hooks.ts';

vi.mock('react', () => import('#tests/support/browser/fake-hooks.ts'));
vi.mock('@tanstack/react-query', () => ({
  useQueryClient: () => ({}),
  useMutation: ({ mutationFn: mutate }: { mutationFn: unknown }) => ({ mutate }),
}));
vi.mock('jotai', async (load) => ({
  ...(await load<object>()),
  useAtomValue: (atom: unknown, { store }: { store: Map<unknown, unknown> }) => store.get(atom),
}));
vi.mock('#src/client/commands/use-commands.ts', () => ({
  useCommands: () => () => Promise.reject(new DOMException('', 'TimeoutError')),
}));
const { useMoneyCall } = await import('#src/client/money/money-confirm.tsx');
const { useVoucherLookup } = await import('#src/client/screens/scan/use-voucher-lookup.ts');
const { useCustomerSearch } = await import('#src/client/screens/top-up/customer/use-customer-search.ts');

it('ends a look-up and a search on a failing disk, and forgets a look-up that the person left', async () => {
  patchConnection({ link: 'offline' });
  const stall = () => show(() => useVoucherLookup(() => undefined));
  const code = { kind: 'voucher', codeQrId: toVoucherId('v'), userId: 'u', proof: '', host: '' } as const;
  await stall().look(code);
  expect(stall().lookup).toMatchObject({ kind: 'refused', message: storageTexts.slow });
  const left = stall().look(code);
  stall().clear();
  await left;
  expect(stall().lookup.kind).toBe('idle');
  leave();
  await show(useCustomerSearch).searchFor('24684521');
  expect(show(useCustomerSearch).search.kind).toBe('failed');
});

it('sends no second call from a dialog that was closed and opened again before the answer', () => {
  const send = vi.fn((_opId: string, _body: object) => new Promise<never>(() => undefined));
  const call = () => show(() => useMoneyCall<object, object>({ subject: 'payout', send, onDone: vi.fn() }));
  leave();
  call().submit({ monto: 50_000 });
  leave();
  expect(call().isUnanswered).toBe(true);
  call().submit({ monto: 20_000 });
  expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
});
