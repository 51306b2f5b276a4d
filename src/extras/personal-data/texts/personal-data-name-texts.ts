/** Names that pages of the core show; the rest is loaded with the part that shows it. */
export const personalDataNameTexts = {
  section: 'Datos personales',
  policy: 'Ver la política de datos',
} as const;
