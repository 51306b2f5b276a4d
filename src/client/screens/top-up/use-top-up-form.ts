import { type RefObject, useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { newOpId, newVoucherId } from '#src/client/commands/new-id.ts';
import type { CommandResult } from '#src/client/commands/place-operation.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { useTypedAmount } from '#src/client/money/notes/amount-pad.tsx';
import { type Answer, usePurchaseOpen } from '#src/client/money/operation/use-answer.ts';
import { useMarkRead } from '#src/client/money/operation/use-mark-read.ts';
import { usePlacement } from '#src/client/money/operation/use-placement.ts';
import { useResultSound } from '#src/client/money/operation/use-result-sound.ts';
import { readConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { storageTexts } from '#src/client/texts/storage-texts.ts';
import { offlineRefusalTexts, offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { moneyOf } from '#src/operations/exposure.ts';
import { toAmount, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { useCustomerSearch } from './customer/use-customer-search.ts';
import { useTillRoom } from './till-room.tsx';
import { useCash } from './use-cash.ts';

interface Draft {
  opId: OpId;
  uuid: VoucherId;
}

/** Customer, amount, and the top-up placed with them. "Nueva Recarga" starts over with new ids. */
export function useTopUpForm() {
  const { query, type, search, searchFor, takeCustomer, awaitCustomer, goOn } = useCustomerSearch();
  const [amount, setAmountTo] = useState(0);
  const cash = useCash(amount);
  const { placement, place: placeIt } = usePlacing();
  const { answer, busy, startAgain } = placement;
  const locked = busy || placement.placed !== null;
  // The till already includes a placed top-up.
  const room = useTillRoom(locked ? 0 : amount);
  /** One tap asked for the top-up and its paper. */
  const [printsItself, setPrintsItself] = useState(false);
  /** Searches on this page. Each starts at the top of the page, in its field. */
  const [round, setRound] = useState(0);
  const customer = search.kind === 'found' ? search.customer : null;
  usePurchaseOpen(amount > 0 || placement.placed !== null);
  useTopUpSound(answer, amount);
  const markRead = useMarkRead(answer);

  /** A new amount clears the cash received. */
  function setAmount(next: number): void {
    goOn();
    setAmountTo(next);
    if (next !== amount) cash.payWith('exact');
  }

  const entry = useTypedAmount(amount, setAmount);

  async function place(withPaper = false): Promise<void> {
    if (room.isFull) room.ask();
    else if (customer !== null && amount > 0 && cash.change >= 0) {
      setPrintsItself(withPaper);
      goOn();
      await placeIt(customer, amount);
    }
  }

  /** Back to the search, with the same amount. */
  function changeCustomer(): void {
    type('');
    setRound(round + 1);
  }

  /** Starts again with the same customer and the intended amount. */
  function startRight(): void {
    markRead();
    setAmountTo(0);
    cash.payWith('exact');
    startAgain();
  }

  function startOver(): void {
    startRight();
    changeCustomer();
  }

  return {
    query,
    type,
    search,
    searchFor,
    customer,
    takeCustomer,
    awaitCustomer,
    amount,
    setAmount,
    entry,
    cash,
    place,
    startOver,
    changeCustomer: locked ? () => undefined : changeCustomer,
    startRight,
    printsItself,
    /** The voucher that was placed; empty before. */
    uuid: uuidOf(answer),
    answer,
    /** The outcome is on the screen. */
    isSettled: answer.kind !== 'none' && answer.kind !== 'asking',
    locked,
    busy,
    problem: placement.refusal?.message ?? '',
    room,
    round,
  };
}

export type TopUpForm = ReturnType<typeof useTopUpForm>;

export interface TopUpPartProps {
  form: TopUpForm;
  /** The button for the next customer, in the form's band. */
  next: RefObject<HTMLButtonElement | null>;
}

function uuidOf(answer: Answer): string {
  const envelope = answer.kind === 'none' || answer.kind === 'asking' ? null : answer.operation.envelope;
  return (envelope && moneyOf(envelope)?.voucherId) ?? '';
}

/** Plays the outcome as a sound, because the cashier is counting money and not looking. */
function useTopUpSound(answer: Answer, price: number): void {
  // A voucher whose cash was returned makes no sound.
  const isReturned = 'operation' in answer && answer.operation.status.offline?.kind === 'voided';
  useResultSound(isReturned ? { kind: 'none' } : answer, false, {
    paid: ({ created }) => created(price),
    refused: ({ notCreated }) => notCreated(),
    accepted: ({ waiting }) => waiting(price),
    pending: ({ waiting }) => waiting(price),
  });
}

/** Places the top-up once: its ids stay the same over retries. */
function usePlacing() {
  const actor = useActor();
  const placement = usePlacement<Draft, { message: string }>(useCommands(), newDraft);

  const place = (customer: PublicUser, amount: number): Promise<void> =>
    placement.place(async (commands, { opId, uuid }) => {
      if (commands === null) return { message: storageTexts.unstored };
      const refused = await refusedHere(commands, amount, actor);
      if (refused !== '') return { message: refused };
      const result = await commands.placeTopUp({
        opId,
        payload: { monto: toAmount(amount), uuid, clientId: customer._id },
        operatorId: actor?.id ?? '',
        label: { userName: customer.ownerName, identification: customer.identificacion },
      });
      return result.kind === 'saved' ? result.opId : { message: problemOf(result) };
    });

  return { placement, place };
}

/**
 * With the link known to be down, or without a session, the limits are checked first: a top-up that they
 * refuse is not even written.
 */
async function refusedHere(
  commands: Commands,
  amount: number,
  actor: ReturnType<typeof useActor>,
): Promise<string> {
  const isAlone = readConnection().link === 'offline' || actor?.isLimited === true;
  if (!isAlone || !(await commands.isEnrolled())) return '';
  const { reason, most } = await commands.previewTopUp(amount, actor?.id ?? '');
  if (reason === null) return '';
  const could = most > 0 ? ` ${offlineTexts.mostTopUp(amountText(most))}` : '';
  return offlineRefusalTexts[reason] + could;
}

function newDraft(): Draft {
  return { opId: newOpId(), uuid: newVoucherId() };
}

function problemOf(result: Exclude<CommandResult, { kind: 'saved' }>): string {
  return result.kind === 'refused' ? result.message : storageTexts.unstored;
}
