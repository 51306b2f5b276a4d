import {
  canShareCarried,
  type CarriedFile,
  fileStem,
  saveCarried,
  shareCarried,
} from '#src/client/device/files/carried-file.ts';
import type { CarriedLetter } from '#src/client/local/db/carried-letters.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';

/** Returns one file for each answer. Two of one device get different names. */
function filesOf(letters: readonly CarriedLetter[]): CarriedFile[] {
  const taken = new Map<string, number>();
  return letters.flatMap(({ answer, sealed }) => {
    if (answer === null) return [];
    const stem = fileStem(texts.fileName, answer.deviceName || sealed.deviceName);
    const count = (taken.get(stem) ?? 0) + 1;
    taken.set(stem, count);
    return [{ name: count === 1 ? stem : `${stem}-${count}`, text: JSON.stringify(answer) }];
  });
}

export function canShareAnswers(letters: readonly CarriedLetter[]): boolean {
  return canShareCarried(filesOf(letters));
}

/** Must be called from a tap. */
export function shareAnswers(letters: readonly CarriedLetter[]): ReturnType<typeof shareCarried> {
  return shareCarried(filesOf(letters));
}

export function saveAnswers(letters: readonly CarriedLetter[]): void {
  for (const file of filesOf(letters)) saveCarried(file);
}
