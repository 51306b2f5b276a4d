/** Apart from the rest, which is only loaded with the page. */
export const certificateNameTexts = { title: 'Constancia de ventas' } as const;
