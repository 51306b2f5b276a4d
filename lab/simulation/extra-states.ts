import { notebookStates } from '#lab/extras/notebook/rare-states.ts';

/** Rare states that only operations of extras reach. */
export const extraStates = [...notebookStates] as const;
