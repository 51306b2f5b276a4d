import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { unwrap } from './call-failure.ts';
import { keys } from './keys.ts';

/**
 * The queries that each operation makes stale, so that a screen names the operation and not the lists of
 * other screens.
 */
const staleAfter = {
  'account decided': [keys.accounts.all, keys.today.all],
  'clearing settled': [keys.clearing.all],
  'conflict assigned': [keys.conflicts.all, keys.today.all],
  'customer changed': [keys.customers.all, keys.customer.all],
  'day closed': [keys.day.all, keys.closedDays.all],
  'device changed': [keys.devices.all, keys.today.all],
  'cash received': [keys.tills.all, keys.cashReceived.all, keys.today.all, keys.day.all],
  'limits changed': [keys.exposure.all],
  'market settings changed': [keys.marketSettings.all],
  'points redeemed': [keys.customer.all, keys.customers.all, keys.pointsHistory.all],
  'product changed': [keys.products.all, keys.catalogue.all],
  'reward changed': [keys.rewards.all],
  'sale voided': [keys.sales.all, keys.today.all],
  'stall paid': [keys.stallBalances.all, keys.payouts.all, keys.today.all, keys.report.all],
  'top-up undone': [
    keys.topUps.all,
    keys.tills.all,
    keys.today.all,
    keys.customer.all,
    keys.customers.all,
    keys.report.all,
  ],
  'voucher refunded': [
    keys.refunds.all,
    keys.customers.all,
    keys.customer.all,
    keys.today.all,
    keys.report.all,
  ],
  'voucher changed': [keys.customer.all, keys.customers.all],
} as const satisfies Record<string, readonly QueryKey[]>;

/** An extra names the keys that its operation makes stale. */
export type Deed = keyof typeof staleAfter | readonly QueryKey[];

/** Reports a completed operation. Resolves when the visible lists that it made stale have been reloaded. */
export function useStaleAfter(): (deed: Deed) => Promise<void> {
  const client = useQueryClient();
  return async (deed) => {
    const stale = typeof deed === 'string' ? staleAfter[deed] : deed;
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/**
 * Sends a change. After it succeeds, `onDone` reports it, and the visible lists that it made stale are
 * reloaded.
 */
export function useChange<Command, Answer>(
  deed: Deed,
  send: (command: Command) => Promise<CallAnswer<Answer>>,
  onDone: (answer: Answer, command: Command) => void,
) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async (command: Command) => unwrap(await send(command)),
    onSuccess: async (answer, command) => {
      onDone(answer, command);
      await staleAfter(deed);
    },
  });
}
