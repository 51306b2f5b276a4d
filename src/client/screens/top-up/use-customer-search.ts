import { useState } from 'react';
import { findUser } from '#src/client/api/users.ts';
import { findCustomerHere, rememberServed } from '#src/client/commands/offline-desk.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { offlineTexts } from '#src/client/texts/offline-texts.ts';
import type { PublicUser } from '#src/contract/user.ts';

export type Search =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'found'; customer: PublicUser; /** without a link, from what this kiosk keeps */ isHere: boolean }
  | { kind: 'nobody'; query: string }
  | { kind: 'failed'; message: string };

/** Finds the customer at the server, or without a link among those this kiosk keeps. */
export function useCustomerSearch() {
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });

  async function searchFor(text: string): Promise<void> {
    const wanted = text.trim();
    if (wanted === '') return;
    setSearch({ kind: 'searching' });
    if (readConnection().link === 'offline') {
      setSearch(await searchHere(wanted));
      return;
    }
    const outcome = await findUser(wanted);
    if (outcome.kind === 'ok') takeCustomer(outcome.data);
    else if (outcome.kind === 'refused' && outcome.status === 404)
      setSearch({ kind: 'nobody', query: wanted });
    // Opened with a PIN nobody is signed in: only the customers of this kiosk can be found.
    else if (outcome.kind === 'unreachable' || outcome.status === 401) setSearch(await searchHere(wanted));
    else setSearch({ kind: 'failed', message: failureText(outcome) });
  }

  function takeCustomer(user: PublicUser & { email?: string }, isHere = false): void {
    setQuery(user.identificacion);
    setSearch({ kind: 'found', customer: user, isHere });
    if (!isHere) rememberServed(user).catch(reportStorageFailure);
  }

  function clear(): void {
    setQuery('');
    setSearch({ kind: 'idle' });
  }

  return { query, setQuery, search, searchFor, takeCustomer, clear };
}

async function searchHere(query: string): Promise<Search> {
  const customer = await findCustomerHere(query);
  if (customer !== null) return { kind: 'found', customer, isHere: true };
  return { kind: 'failed', message: offlineTexts.nobodyHere };
}
