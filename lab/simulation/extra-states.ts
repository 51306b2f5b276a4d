import { notebookStates } from '#lab/extras/notebook/rare-states.ts';

/** Rare states reached only by operations of extras. */
export const extraStates = [...notebookStates] as const;
