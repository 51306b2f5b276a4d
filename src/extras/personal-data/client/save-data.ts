import { downloadFile } from '#src/client/device/files/save-or-share.ts';
import { personalDataTexts as texts } from '../texts/personal-data-texts.ts';

/** Saves everything that is stored about a person as a file. */
export function saveData(data: object): void {
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  downloadFile(content, `${texts.fileName}.json`);
}
