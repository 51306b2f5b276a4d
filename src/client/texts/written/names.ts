const small = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'e',
  'da',
  'das',
  'do',
  'dos',
  'di',
  'van',
  'von',
]);
/** Starts of the parts of a word: "garcía-peña", "o'connor". */
const wordStart = /(^|[-'’])(\p{L})/gu;

/**
 * Capitalises a name in lower case or capitals: "luz marina de la cruz" becomes "Luz Marina de la Cruz". A
 * name in mixed case was written so on purpose and is kept.
 */
export function personName(name: string): string {
  if (name !== name.toLowerCase() && name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .split(' ')
    .map((word, place) => (place > 0 && small.has(word) ? word : capitalised(word)))
    .join(' ');
}

function capitalised(word: string): string {
  return word.replaceAll(wordStart, (_, sign: string, letter: string) => sign + letter.toUpperCase());
}

/** Shortens the signed-in person's name for a narrow bar: "Jairo M." from "jairo martínez". */
export function shortPersonName(name: string): string {
  const [first = '', ...rest] = personName(name).split(' ');
  const initial = rest.at(-1)?.charAt(0);
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** Returns the form that spellings share: "pina colada" for "Piña Colada". */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
