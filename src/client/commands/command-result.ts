import type { ReadCode } from '#src/contract/refusal-code.ts';

/**
 * What a command says at once. `saved`: it is on this device for good, the rest comes by live query; with
 * `decidesAlone` this device is to decide about it when no answer comes. `refused`: the rules
 * say no, nothing was written. `storage-failed`: the device could not store it, nothing may be handed over.
 */
export type CommandResult =
  | { kind: 'saved'; opId: string; decidesAlone: boolean }
  | { kind: 'refused'; code: ReadCode; message: string }
  | { kind: 'storage-failed'; reason: string };
