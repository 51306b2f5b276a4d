import { plainText } from './names.ts';

export interface MarkedPart {
  text: string;
  isMarked: boolean;
}

/** A text cut where what was typed stands in it, whatever its accents and capitals: once, the first time. */
export function markedParts(text: string, typed: string): MarkedPart[] {
  const letters = Array.from(text.normalize('NFC'));
  const wanted = plainText(typed.trim());
  // One plain letter for each: what has none, or several, is not looked into.
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
