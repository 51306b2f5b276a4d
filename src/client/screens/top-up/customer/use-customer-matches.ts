import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { plainText } from '#src/client/texts/written/names.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { readIdentification } from '#src/domain/identification.ts';
import type { Amount } from '#src/protocol/brands.ts';

export interface CustomerMatches {
  typed: string;
  /** `balance` is unknown without a link. */
  found: { customer: PublicUser; isHere: boolean; balance?: Amount }[];
  hasMore: boolean;
}

/** Shorter searches match too many. */
const fewest = 3;
/** Matches offered. A customer who is present is found by document number. */
const offered = 5;
/** Pause after the last key before searching, ms. */
const quietMs = 250;

/** Customers whose name, number or email matches: from the server, or offline among those stored here. */
export function useCustomerMatches(query: string, isOpen: boolean): CustomerMatches | null {
  const loadCommands = useCommands();
  const typed = useSettled(query.trim());
  const isAsked = isOpen && typed.length >= fewest;
  const { data } = useQuery({
    queryKey: keys.customers.list('to-serve', typed),
    queryFn: () => findMatches(typed, loadCommands),
    enabled: isAsked,
    staleTime: 0,
  });
  return isAsked && query.trim() === typed ? (data ?? null) : null;
}

export async function findMatches(
  typed: string,
  loadCommands: () => Promise<Commands>,
): Promise<CustomerMatches> {
  if (readConnection().link === 'offline') return matchesHere(typed, await loadCommands());
  const outcome = await callServer(customerCalls.listCustomers, { query: { q: typed, limit: offered } });
  // With a PIN there is no session, so only this kiosk's customers can be found.
  if (outcome.kind === 'unreachable' || (outcome.kind === 'refused' && outcome.status === 401))
    return matchesHere(typed, await loadCommands());
  const { items, nextCursor } = unwrap(outcome);
  const found = items.map((customer) => ({ customer, isHere: false, balance: customer.balance }));
  return { typed, found, hasMore: nextCursor !== null };
}

async function matchesHere(typed: string, commands: Commands): Promise<CustomerMatches> {
  const wanted = plainText(typed);
  const number = /\d/.test(typed) ? readIdentification(typed).number : null;
  const all = (await commands.keptCustomers()).filter(
    ({ ownerName, identificacion }) =>
      plainText(`${ownerName} ${identificacion}`).includes(wanted) ||
      (number !== null && readIdentification(identificacion).number.includes(number)),
  );
  const found = all.slice(0, offered).map((customer) => ({ customer, isHere: true }));
  return { typed, found, hasMore: all.length > offered };
}

/** Latest customers offered. */
const recentOffered = 3;

const servedKey = keys.customers.list('to-serve', 'served');

/** Kept while the person is signed in. Only an enrolled device stores customers for longer. */
export function noteServed(queries: QueryClient, customer: PublicUser): void {
  queries.setQueryDefaults(servedKey, { gcTime: Infinity });
  queries.setQueryData<PublicUser[]>(servedKey, (before) => recentOf([customer, ...(before ?? [])]));
}

/** Returns the first few, without duplicates. */
function recentOf(customers: readonly PublicUser[]): PublicUser[] {
  const ids = customers.map(({ _id }) => _id);
  return customers.filter(({ _id }, place) => ids.indexOf(_id) === place).slice(0, recentOffered);
}

/** Customers served here last, newest first: some return to the window within the minute. */
export function useRecentCustomers(isAsked: boolean): CustomerMatches | null {
  const loadCommands = useCommands();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.customers.list('to-serve', 'recent'),
    queryFn: async () => {
      const kept = await (await loadCommands()).keptCustomers();
      return recentOf([...(queries.getQueryData<PublicUser[]>(servedKey) ?? []), ...kept]);
    },
    enabled: isAsked,
    staleTime: 0,
  });
  if (!isAsked || data === undefined) return null;
  const isHere = readConnection().link === 'offline';
  return { typed: '', found: data.map((customer) => ({ customer, isHere })), hasMore: false };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
