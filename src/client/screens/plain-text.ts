/** "pina colada" of "Piña Colada": what two spellings have in common. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
