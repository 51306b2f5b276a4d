import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { toAmount, type OpId, type VoucherId } from '#src/contract/brands.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId, newVoucherId } from '#src/client/commands/new-id.ts';
import type { CommandResult } from '#src/client/commands/place-operation.ts';
import { useDeviceFacts } from '#src/client/local/live-device.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useAnswer, useOpenSale } from '#src/client/shared/operation/use-answer.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/counter/offline-texts.ts';
import type { PublicUser } from '#src/contract/accounts/user.ts';

interface Draft {
  opId: OpId;
  uuid: VoucherId;
}

/** Customer, amount, and the top-up placed with them. "Nueva Recarga" starts over with new ids. */
export function useTopUpForm() {
  const loadCommands = useCommands();
  const actor = useActor();
  const operatorId = actor?.id ?? '';
  const isLimited = actor?.isLimited ?? false;
  const isEnrolled = useDeviceFacts()?.state === 'active';
  const { query, setQuery, search, searchFor, takeCustomer, clear } = useCustomerSearch();
  const [amount, setAmount] = useState(0);
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [placed, setPlaced] = useState<OpId | null>(null);
  const [placing, setPlacing] = useState(false);
  const [problem, setProblem] = useState('');
  const answer = useAnswer(placed);
  const customer = search.kind === 'found' ? search.customer : null;
  useOpenSale(amount > 0 || placed !== null);

  async function place(): Promise<void> {
    if (customer === null || amount === 0 || placing || placed !== null) return;
    setPlacing(true);
    const commands = await loadCommands().catch(() => null);
    if (commands === null) {
      setPlacing(false);
      setProblem(commonTexts.storageFailed);
      return;
    }
    const refused = isEnrolled ? await refusedHere(commands, amount, isLimited) : '';
    setProblem(refused);
    if (refused !== '') {
      setPlacing(false);
      return;
    }
    const result = await commands.placeTopUp({
      opId: draft.opId,
      payload: { monto: toAmount(amount), uuid: draft.uuid, clientId: customer._id },
      operatorId,
      label: { userName: customer.ownerName },
    });
    setPlacing(false);
    if (result.kind !== 'saved') {
      setProblem(problemOf(result));
      return;
    }
    setPlaced(result.opId);
  }

  function startOver(): void {
    clear();
    setAmount(0);
    setPlaced(null);
    setProblem('');
    setDraft(newDraft());
  }

  const locked = placed !== null;
  const busy = placing || answer.kind === 'asking';
  return {
    query,
    setQuery,
    search,
    searchFor,
    customer,
    takeCustomer,
    amount,
    setAmount,
    place,
    startOver,
    answer,
    locked,
    busy,
    problem,
  };
}

export type TopUpForm = ReturnType<typeof useTopUpForm>;

/**
 * Where the link is known to be away, or nobody is signed in, the limits are asked first: what they refuse is not even written
 * down.
 */
async function refusedHere(commands: Commands, amount: number, isLimited: boolean): Promise<string> {
  if (readConnection().link !== 'offline' && !isLimited) return '';
  const { reason, most } = await commands.previewTopUp(amount);
  if (reason === null) return '';
  const could = most > 0 ? ` ${offlineTexts.mostTopUp(amountText(most))}` : '';
  return offlineRefusalTexts[reason] + could;
}

function newDraft(): Draft {
  return { opId: newOpId(), uuid: newVoucherId() };
}

function problemOf(result: Exclude<CommandResult, { kind: 'saved' }>): string {
  return result.kind === 'refused' ? result.message : commonTexts.storageFailed;
}

type Search =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'found'; customer: PublicUser; /** without a link, from what this kiosk keeps */ isHere: boolean }
  | { kind: 'nobody'; query: string }
  | { kind: 'failed'; message: string };

/** Finds the customer at the server, or without a link among those this kiosk keeps. */
function useCustomerSearch() {
  const loadCommands = useCommands();
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });

  async function searchFor(text: string): Promise<void> {
    const wanted = text.trim();
    if (wanted === '') return;
    setSearch({ kind: 'searching' });
    if (readConnection().link === 'offline') {
      setSearch(await searchHere(await loadCommands(), wanted));
      return;
    }
    const outcome = await callServer(accountCalls.findUser, { params: { id: wanted } });
    if (outcome.kind === 'ok') takeCustomer(outcome.data);
    else if (outcome.kind === 'refused' && outcome.status === 404)
      setSearch({ kind: 'nobody', query: wanted });
    // Opened with a PIN nobody is signed in: only the customers of this kiosk can be found.
    else if (outcome.kind === 'unreachable' || outcome.status === 401)
      setSearch(await searchHere(await loadCommands(), wanted));
    else setSearch({ kind: 'failed', message: failureText(outcome) });
  }

  function takeCustomer(user: PublicUser & { email?: string }, isHere = false): void {
    setQuery(user.identificacion);
    setSearch({ kind: 'found', customer: user, isHere });
    if (!isHere)
      loadCommands()
        .then((commands) => commands.rememberServed(user))
        .catch(reportStorageFailure);
  }

  function clear(): void {
    setQuery('');
    setSearch({ kind: 'idle' });
  }

  return { query, setQuery, search, searchFor, takeCustomer, clear };
}

async function searchHere(commands: Commands, query: string): Promise<Search> {
  const customer = await commands.findCustomer(query);
  if (customer !== null) return { kind: 'found', customer, isHere: true };
  return { kind: 'failed', message: offlineTexts.nobodyHere };
}
