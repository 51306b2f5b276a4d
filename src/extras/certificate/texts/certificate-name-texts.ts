/** Separate from the other texts, which are only loaded with the page. */
export const certificateNameTexts = { title: 'Constancia de ventas' } as const;
