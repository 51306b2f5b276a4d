import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { CallFailure } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { findMatches, noteServed } from './use-customer-matches.ts';

type Search =
  | { kind: 'idle' }
  | { kind: 'empty' }
  | { kind: 'searching' }
  /** a name that several have: they are listed, and somebody chooses */
  | { kind: 'several' }
  | { kind: 'found'; customer: PublicUser; /** without a link, from what this kiosk keeps */ isHere: boolean }
  | { kind: 'nobody'; query: string }
  /** without a link, among those this kiosk keeps */
  | { kind: 'nobody-here'; query: string }
  | { kind: 'failed'; message: string };

/** Finds the customer at the server, or without a link among those this kiosk keeps. */
export function useCustomerSearch() {
  const loadCommands = useCommands();
  const queries = useQueryClient();
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });
  /** An answer to what is no longer asked would top up somebody else. */
  const asked = useRef(0);

  /** What was found belongs to what was typed: other letters, other customer. */
  function type(typed: string): void {
    asked.current++;
    setQuery(typed);
    setSearch({ kind: 'idle' });
  }

  async function searchFor(text: string): Promise<void> {
    const wanted = text.trim();
    asked.current++;
    if (wanted === '') {
      setSearch({ kind: 'empty' });
      return;
    }
    const mine = asked.current;
    setSearch({ kind: 'searching' });
    const found = await look(wanted);
    if (asked.current !== mine) return;
    if (found.kind === 'found') takeCustomer(found.customer, found.isHere);
    else setSearch(found);
  }

  async function look(wanted: string): Promise<Search> {
    if (isName(wanted)) return lookByName(wanted);
    if (readConnection().link === 'offline') return searchHere(await loadCommands(), wanted);
    const outcome = await queries.fetchQuery({
      queryKey: keys.customers.list('found', wanted),
      // Who has just been registered or corrected elsewhere is found as well.
      staleTime: 0,
      queryFn: () => callServer(accountCalls.findUser, { params: { id: wanted } }),
    });
    if (outcome.kind === 'ok') return { kind: 'found', customer: outcome.data, isHere: false };
    if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'nobody', query: wanted };
    // Opened with a PIN nobody is signed in: only the customers of this kiosk can be found.
    if (outcome.kind === 'unreachable' || outcome.status === 401)
      return searchHere(await loadCommands(), wanted);
    return { kind: 'failed', message: failureText(outcome) };
  }

  /** One of that name is found; which of several is seen and said by a person. */
  async function lookByName(wanted: string): Promise<Search> {
    try {
      const { found } = await findMatches(wanted, loadCommands);
      const [only] = found;
      if (only === undefined) return { kind: 'nobody', query: wanted };
      return found.length === 1 ? { kind: 'found', ...only } : { kind: 'several' };
    } catch (failure) {
      if (failure instanceof CallFailure) return { kind: 'failed', message: failureText(failure.outcome) };
      throw failure;
    }
  }

  function takeCustomer(user: PublicUser & { email?: string }, isHere = false): void {
    asked.current++;
    setQuery(user.identificacion);
    setSearch({ kind: 'found', customer: user, isHere });
    noteServed(queries, user);
    // Also whom this kiosk registered: once that is sent, nothing else here knows them.
    loadCommands()
      .then((commands) => commands.rememberServed(user))
      .catch(reportStorageFailure);
  }

  return { query, type, search, searchFor, takeCustomer };
}

async function searchHere(commands: Commands, query: string): Promise<Search> {
  const customer = await commands.findCustomer(query);
  if (customer !== null) return { kind: 'found', customer, isHere: true };
  return { kind: 'nobody-here', query };
}

/** Neither a number nor an email. */
function isName(typed: string): boolean {
  return !/[\d@]/.test(typed);
}
