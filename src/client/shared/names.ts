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
/** Where a part of a word begins: "garcía-peña", "o'connor". */
const wordStart = /(^|[-'’])(\p{L})/gu;

/**
 * A name kept in small letters, or typed in capitals, as a person writes it: "luz marina de la cruz" is "Luz Marina de la
 * Cruz". One that has both was written so on purpose.
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

/** "pina colada" of "Piña Colada": what two spellings have in common. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
