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

/** The rule of a link: an answer counts as reported when it was made. Contacts date what was not yet written. */
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
    open: openBefore(seq, letter),
  };
}

/**
 * The rule of letters: an answer counts as reported once a sale names its list. The balance that such a sale may claim
 * is the list's own, so it needs no other notice.
 */
function acknowledged({ answers }: Server, entry: Entry, letter: Letter, program: Program): Reported {
  const isEarly = program.bug === 'an acknowledgement counts for entries written before it';
  const named = isEarly ? Math.max(entry.list, letter.list) : entry.list;
  const answer = answers[Math.min(named, answers.length - 1)];
  if (!answer) throw new Error('a named answer exists');
  return {
    notBefore: answer.at,
    isTold: false,
    versionAtContact: answer.limitsVersion,
    open: openBefore(entry.seq, letter),
  };
}

function openBefore(seq: number, letter: Letter): number {
  return sum(letter.entries.filter((other) => other.seq < seq).map(({ price }) => price));
}
