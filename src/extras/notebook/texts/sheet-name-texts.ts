/** Separate from the other texts, which are only loaded with the page. */
export const sheetNameTexts = { title: 'Traer una lista' } as const;
