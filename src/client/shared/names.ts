const small = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'e']);

/** A name kept in small letters, as a person writes it: "luz marina de la cruz" is "Luz Marina de la Cruz". */
export function personName(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name
    .split(' ')
    .map((word, place) =>
      place > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ');
}

/** "Jairo M." from "jairo martínez": who is signed in, in a narrow bar. */
export function shortPersonName(name: string): string {
  const [first = '', ...rest] = personName(name).split(' ');
  const initial = rest.at(-1)?.charAt(0);
  return initial === undefined ? first : `${first} ${initial}.`;
}

/** "pina colada" of "Piña Colada": what two spellings have in common. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
