import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { keys } from '#src/client/queries/keys.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { plainText } from '#src/client/texts/written/names.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import { possibleNit, readIdentification } from '#src/domain/identification.ts';
import type { Amount } from '#src/protocol/brands.ts';

type Search =
  | { kind: 'idle' }
  | { kind: 'empty' }
  | { kind: 'searching' }
  /** Several customers have this name; they are listed for the cashier to choose. */
  | { kind: 'several' }
  | { kind: 'found'; customer: PublicUser; /** Offline, from this kiosk's customers. */ isHere: boolean }
  | { kind: 'nobody'; query: string }
  /** Offline, among this kiosk's customers. */
  | { kind: 'nobody-here'; query: string }
  | { kind: 'failed'; message: string };

/** Finds a customer at the server, or offline among those stored on this kiosk. */
export function useCustomerSearch() {
  const loadCommands = useCommands();
  const queries = useQueryClient();
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });
  /** A late answer to an older search or registration would top up the wrong customer. */
  const asked = useRef(0);

  /** A result belongs to the text that was typed: changed text clears it. */
  function type(typed: string): void {
    asked.current++;
    setQuery(typed);
    setSearch({ kind: 'idle' });
  }

  async function searchFor(text: string): Promise<void> {
    const wanted = text.trim();
    asked.current++;
    if (wanted === '') return setSearch({ kind: 'empty' });
    const mine = asked.current;
    setSearch({ kind: 'searching' });
    const found = await look(wanted).catch((failure: Error): Search => ({
      kind: 'failed',
      message: errorText(failure),
    }));
    if (asked.current !== mine) return;
    if (found.kind === 'found') takeCustomer(found.customer, found.isHere);
    else setSearch(found);
  }

  async function look(wanted: string): Promise<Search> {
    if (isName(wanted)) return lookByName(wanted);
    if (readConnection().link === 'offline') return searchHere(await loadCommands(), wanted);
    const outcome = await queries.fetchQuery({
      queryKey: keys.customers.list('found', wanted),
      // A customer who was just registered or edited elsewhere must be found as well.
      staleTime: 0,
      queryFn: () => callServer(accountCalls.findUser, { params: { id: wanted } }),
    });
    if (outcome.kind === 'ok') return { kind: 'found', customer: outcome.data, isHere: false };
    // A number that may be a cédula or a NIT can be two people's: both are listed.
    if (outcome.kind === 'refused' && outcome.status === 404)
      return possibleNit(wanted) === null ? { kind: 'nobody', query: wanted } : lookByName(wanted);
    // With a PIN there is no session, so only this kiosk's customers can be found.
    if (outcome.kind === 'unreachable' || outcome.status === 401)
      return searchHere(await loadCommands(), wanted);
    return { kind: 'failed', message: failureText(outcome) };
  }

  /** A single match is taken. Among several of one name the cashier chooses. */
  async function lookByName(wanted: string): Promise<Search> {
    const { found } = await findMatches(wanted, loadCommands);
    const [only] = found;
    const isAway = readConnection().link === 'offline';
    if (only === undefined) return { kind: isAway ? 'nobody-here' : 'nobody', query: wanted };
    return found.length === 1 ? { kind: 'found', ...only } : { kind: 'several' };
  }

  function takeCustomer(user: PublicUser & { email?: string }, isHere = false): void {
    asked.current++;
    setQuery(user.identificacion);
    setSearch({ kind: 'found', customer: user, isHere });
    noteServed(queries, user);
    // Includes customers registered on this kiosk: once they are sent, no other list here has them.
    loadCommands()
      .then((commands) => commands.rememberServed(user))
      .catch(reportDiskFault);
  }

  /** Returns how to take the customer of an answer still to come: not once the cashier has gone on. */
  function awaitCustomer(): typeof takeCustomer {
    const mine = asked.current;
    return (user, isHere) => {
      if (asked.current === mine) takeCustomer(user, isHere);
    };
  }

  return { query, type, search, searchFor, takeCustomer, awaitCustomer, goOn: () => void asked.current++ };
}

async function searchHere(commands: Commands, query: string): Promise<Search> {
  const customer = await commands.findCustomer(query);
  if (customer !== null) return { kind: 'found', customer, isHere: true };
  return { kind: 'nobody-here', query };
}

/** Neither a number nor an email address. */
function isName(typed: string): boolean {
  return !/[\d@]/.test(typed);
}

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
function noteServed(queries: QueryClient, customer: PublicUser): void {
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
