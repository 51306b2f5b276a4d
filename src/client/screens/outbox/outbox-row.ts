import type { Operation } from '#src/client/local/db/operation.ts';
import { listOf, type OutboxList } from '#src/client/local/outbox/read-outbox.ts';
import { outboxTexts as texts } from '#src/client/texts/sync/outbox-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { exposureOf, moneyOf } from '#src/operations/exposure.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';

export type OutboxFilter = 'all' | OutboxList;

/** Each operation matches exactly one filter besides `all`, so that the counts add up. */
export function belongsTo(operation: Operation, filter: OutboxFilter): boolean {
  return filter === 'all' || filter === listOf(operation);
}

/**
 * Operations that the button over the list sends: nothing, the only open operation, or all. With 'all' each row has its
 * own button too.
 */
export function sendingOf(operations: readonly Operation[]): 'nothing' | 'one' | 'all' {
  const open = operations.filter((operation) => belongsTo(operation, 'open')).length;
  return open > 1 ? 'all' : open === 1 ? 'one' : 'nothing';
}

/** Name of an operation: its customer, or the printed code. */
export function nameOf({ envelope, label }: Operation): string {
  if (label !== null && label.userName !== '') return personName(label.userName);
  const money = envelope && moneyOf(envelope);
  return money ? texts.code(shortCodeOf(money.voucherId)) : texts.unknownCustomer;
}

/** Returns whether it puts money on a voucher: a top-up. */
export function isIssued({ envelope }: Operation): boolean {
  return envelope !== null && exposureOf(envelope)?.kind === 'issued';
}
