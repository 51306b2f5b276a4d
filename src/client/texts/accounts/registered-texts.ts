/** After a registration that waits for an approval. */
export const registeredTexts = {
  administration: 'la administración',
  waits: (who: string) => `Falta un paso: ${who} aprueba su cuenta. Avísele.`,
  message: (name: string) =>
    `Soy ${name}. Ya me registré en la aplicación del mercado: falta que apruebe mi cuenta.`,
  tell: 'Avisar por WhatsApp',
} as const;
