import type { OfflineSaleFacts } from '#src/domain/operations/offline-sale.ts';
import { type Entry, type Letter, type Program, type Server, sum } from './state.ts';

/** The server's facts that depend on what it counts as reported to the device. Times in hours. */
export type Reported = Pick<OfflineSaleFacts, 'isTold' | 'notBefore' | 'versionAtContact'> & {
  /** Sum of the device's earlier sales that were certainly open when this one was written. */
  open: number;
};

export type RuleName = 'answered' | 'acknowledged';
type Rule = (server: Server, entry: Entry, letter: Letter, program: Program) => Reported;

export const rules: Record<RuleName, Rule> = { answered, acknowledged };

/** Today's rule: an answer counts as reported when it was made. Contacts date what was not yet written. */
function answered({ answers, contacts }: Server, { seq, list }: Entry, letter: Letter): Reported {
  const before = contacts.filter(({ reportedSeq }) => reportedSeq < seq);
  const notBefore = Math.max(0, ...before.map(({ at }) => at));
  const asOf = answers[list]?.at ?? 0;
  return {
    notBefore,
    isTold: answers.some(({ isExhausted, at, afterSeq }) => isExhausted && afterSeq < seq && at > asOf),
    versionAtContact: Math.max(
      1,
      ...answers.filter(({ at }) => at <= notBefore).map(({ limitsVersion }) => limitsVersion),
    ),
    open: sum(letter.entries.filter((other) => other.seq < seq).map(({ price }) => price)),
  };
}

/**
 * The proposed rule: an answer counts as reported once an entry up to this one, or a letter written before it,
 * names it as applied. The sale's own list names its answer too. An answer that was never made cannot be
 * named, and a lower number afterwards takes nothing back.
 */
function acknowledged(server: Server, entry: Entry, letter: Letter, program: Program): Reported {
  const { answers, receipts, contacts } = server;
  const { seq, list } = entry;
  const isEarly = program.bug === 'an acknowledgement counts for entries written before it';
  const named = [
    list,
    entry.applied,
    isEarly ? letter.applied : 0,
    ...receipts.filter((receipt) => receipt.seq < seq).map(({ applied }) => applied),
    ...contacts.filter(({ reportedSeq }) => reportedSeq < seq).map(({ applied }) => applied),
  ];
  const acked = Math.min(Math.max(...named), answers.length - 1);
  const answer = answers[acked];
  if (!answer) throw new Error('an acknowledged answer exists');
  const earlier = new Map(
    [...receipts, ...letter.entries]
      .filter((other) => other.seq < seq)
      .map((other) => [other.seq, other.price]),
  );
  for (const settled of answer.results) earlier.delete(settled);
  return {
    notBefore: answer.at,
    isTold: answers.some(({ isExhausted }, number) => isExhausted && number > list && number <= acked),
    versionAtContact: answer.limitsVersion,
    open: sum([...earlier.values()]),
  };
}
