import { putBack, twoStalls, type WorldSize } from './moves.ts';

/**
 * Planted bugs that some order of a small world's moves shows; the others need events that do not occur
 * there.
 */
const bugs: readonly string[] = [
  'the server does not remember what it answered',
  'an acceptance pays a second time',
  'acknowledged before the commit',
  'an overspent voucher stays open',
  'what is missing is not posted',
  'a stall gets only what the voucher had',
  'the sale of one stall is paid to another',
  'the journal keeps no gap',
  'removed from the outbox before it is sent',
  'ids are made when sending',
  'an upgrade makes the outbox anew',
  'no answer is taken for a good one',
  'what is open here is not counted',
  'what the server said of a balance is forgotten',
  'a list is as new as the moment it is read',
  'answers are matched by their place',
  'the number of an operation is used again after a restart',
  'the chain starts anew with each operation',
];

const bugsOfARestore: readonly string[] = [
  'a database that was put back is not noticed',
  'a device keeps no sealed receipts',
];

export const bugsInReach: readonly { name: string; size: WorldSize }[] = [
  ...bugs.map((name) => ({ name, size: twoStalls })),
  ...bugsOfARestore.map((name) => ({ name, size: putBack })),
];
