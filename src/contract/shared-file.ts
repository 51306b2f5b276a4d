/** Where the system posts a file that a person shares with the installed application; the service worker takes it in. */
export const sharePath = '/compartir';

/** The part of that form that carries the file (manifest.webmanifest, share_target). */
export const sharedPart = 'archivo';

/** Where the file waits for the page that shows it, until a person has decided about it. */
export const sharedFile = {
  cache: 'shared-file',
  key: '/compartir/archivo',
  nameHeader: 'x-file-name',
} as const;

/** Ten thousand operations are 9 MB; whatever is larger is no file of ours. */
export const maxSharedBytes = 20_000_000;
