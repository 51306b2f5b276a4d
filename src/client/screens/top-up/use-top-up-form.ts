import { useState } from 'react';
import { findUser } from '#src/client/api/users.ts';
import type { CommandResult } from '#src/client/commands/command-result.ts';
import { newOpId } from '#src/client/commands/new-op-id.ts';
import { placeTopUp } from '#src/client/commands/place-top-up.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import type { User } from '#src/contract/user.ts';
import { failureText } from '../failure-text.ts';
import { useAnswer } from '../use-answer.ts';
import { useHeldSale } from '../use-held-sale.ts';

export type Search =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'found'; customer: User }
  | { kind: 'nobody'; query: string }
  | { kind: 'failed'; message: string };

interface Draft {
  opId: string;
  uuid: string;
}

/** Customer, amount, and the top-up placed with them. "Nueva Recarga" starts over with new ids. */
export function useTopUpForm() {
  const operatorId = useSessionUser()?.id ?? '';
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<Search>({ kind: 'idle' });
  const [amount, setAmount] = useState(0);
  const [draft, setDraft] = useState<Draft>(newDraft);
  const [placed, setPlaced] = useState<string | null>(null);
  const [placing, setPlacing] = useState(false);
  const [problem, setProblem] = useState('');
  const answer = useAnswer(placed);
  const customer = search.kind === 'found' ? search.customer : null;
  useHeldSale(amount > 0 || placed !== null);

  async function searchFor(text: string): Promise<void> {
    const wanted = text.trim();
    if (wanted === '') return;
    setSearch({ kind: 'searching' });
    const outcome = await findUser(wanted);
    if (outcome.kind === 'ok') setSearch({ kind: 'found', customer: outcome.data });
    else if (outcome.kind === 'refused' && outcome.status === 404)
      setSearch({ kind: 'nobody', query: wanted });
    else if (outcome.kind === 'unreachable') setSearch({ kind: 'failed', message: commonTexts.noConnection });
    else setSearch({ kind: 'failed', message: failureText(outcome) });
  }

  async function place(): Promise<void> {
    if (customer === null || amount === 0 || placing || placed !== null) return;
    setPlacing(true);
    setProblem('');
    const result = await placeTopUp({
      opId: draft.opId,
      payload: { monto: amount, uuid: draft.uuid, clientId: customer._id },
      operatorId,
      label: { userName: customer.ownerName },
    });
    setPlacing(false);
    if (result.kind === 'saved') setPlaced(result.opId);
    else setProblem(problemOf(result));
  }

  function startOver(): void {
    setQuery('');
    setSearch({ kind: 'idle' });
    setAmount(0);
    setPlaced(null);
    setProblem('');
    setDraft(newDraft());
  }

  function takeCustomer(user: User): void {
    setQuery(user.identificacion);
    setSearch({ kind: 'found', customer: user });
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

function newDraft(): Draft {
  return { opId: newOpId(), uuid: newOpId() };
}

function problemOf(result: Exclude<CommandResult, { kind: 'saved' }>): string {
  return result.kind === 'refused' ? result.message : commonTexts.storageFailed;
}
