import { plainText } from '#src/client/texts/written/names.ts';

/** Splits a text around the first occurrence of the typed term, ignoring accents and case. */
export function markedParts(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const letters = Array.from(text.normalize('NFC'));
  const wanted = plainText(typed.trim());
  // One plain letter for each character: a character without one, or with several, never matches.
  const plain = letters.map((letter) => plainText(letter).charAt(0) || ' ').join('');
  const start = wanted === '' ? -1 : plain.indexOf(wanted);
  if (start === -1) return [{ text, isMarked: false }];
  const end = start + wanted.length;
  return [
    { text: letters.slice(0, start).join(''), isMarked: false },
    { text: letters.slice(start, end).join(''), isMarked: true },
    { text: letters.slice(end).join(''), isMarked: false },
  ].filter((part) => part.text !== '');
}
