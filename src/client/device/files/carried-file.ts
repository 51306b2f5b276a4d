import { canShare, downloadFile, shareFiles } from './save-or-share.ts';

/**
 * A sealed letter or answer as a file. Browsers share only a few kinds of file, and JSON is none of them, so a
 * shared one ends in .txt.
 */
export type CarriedFile = { readonly name: string; readonly text: string };

/** Returns a name that every file system takes: "sobre-finca-el-roble". */
export function fileStem(prefix: string, deviceName: string): string {
  const plain = deviceName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? prefix : `${prefix}-${plain}`;
}

function sharedAs({ name, text }: CarriedFile): File {
  return new File([text], `${name}.carta.txt`, { type: 'text/plain' });
}

export function canShareCarried(files: readonly CarriedFile[]): boolean {
  return canShare(...files.map(sharedAs));
}

/** Must be called from a tap. */
export function shareCarried(files: readonly CarriedFile[]): ReturnType<typeof shareFiles> {
  return shareFiles(files.map(sharedAs), files[0]?.name ?? '');
}

export function saveCarried({ name, text }: CarriedFile): void {
  downloadFile(new Blob([text], { type: 'application/octet-stream' }), `${name}.carta`);
}
