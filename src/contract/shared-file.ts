/** Path to which the system posts a file shared with the installed app; the service worker accepts it. */
export const sharePath = '/compartir';

/** Form part with the file (manifest.webmanifest, share_target). */
export const sharedPart = 'archivo';

/** Place of the file until the page has shown it and a person has decided. */
export const sharedFile = {
  cache: 'shared-file',
  key: '/compartir/archivo',
  nameHeader: 'x-file-name',
} as const;

/** Ten thousand operations are 9 MB; a larger file cannot be one of ours. */
export const maxSharedBytes = 20_000_000;
