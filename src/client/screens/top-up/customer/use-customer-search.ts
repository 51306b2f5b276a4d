import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { CallFailure } from '#src/client/queries/call-failure.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { keys } from '#src/client/queries/keys.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { possibleNit } from '#src/domain/identification.ts';
import { findMatches, noteServed } from './use-customer-matches.ts';

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
  /** A late answer to an older search would top up the wrong customer. */
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
    // Includes customers registered on this kiosk: once they are sent, no other list here has them.
    loadCommands()
      .then((commands) => commands.rememberServed(user))
      .catch(reportDiskFault);
  }

  return { query, type, search, searchFor, takeCustomer };
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
