/** Names that pages of the core show. The other texts are loaded with the section that shows them. */
export const personalDataNameTexts = {
  section: 'Datos personales',
  policy: 'Ver la política de datos',
} as const;
