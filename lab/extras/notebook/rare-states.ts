/** States that a long campaign should reach, by the names in its report. */
export const notebookStates = [
  'an opening balance from a notebook',
  'an opening balance that stood already',
] as const;
