import type { fakeFiles } from '#tests/support/browser/fake-files.ts';

/** `navigator.storage` of a browser with private files: a single folder, absent until it is created. */
export function privateFiles({ folder, files }: ReturnType<typeof fakeFiles>) {
  let isMade = false;
  const missing = () => Promise.reject(new DOMException('not there', 'NotFoundError'));
  const handle = {
    keys: async function* () {
      yield* await folder.list();
    },
    getFileHandle: (name: string, options?: { create: boolean }) => {
      if (!files.has(name) && !options?.create) return missing();
      return Promise.resolve({ createSyncAccessHandle: () => folder.open(name) });
    },
    removeEntry: folder.remove,
  };
  const getDirectoryHandle = (name: string, options?: { create: boolean }) => {
    if (name !== 'segunda-copia' || (!isMade && !options?.create)) return missing();
    isMade = true;
    return Promise.resolve(handle);
  };
  return {
    storage: { getDirectory: () => Promise.resolve({ getDirectoryHandle }) },
    make: () => getDirectoryHandle('segunda-copia', { create: true }),
  };
}
