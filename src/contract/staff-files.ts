/** Cache in which the service worker keeps the files that only staff need. */
export const staffFilesCache = 'staff-files';

/** Entry that marks the cache as complete, at an address that no file has. */
export const staffFilesMark = '/assets/all-staff-files';

/** Cache of the files that a phone needs from its first purchase on, and its mark. */
export const laterFilesCache = 'later-files';
export const laterFilesMark = '/assets/all-later-files';

/** Message of such a page to the service worker: cache these files. */
export const keepLaterFiles = { type: 'KEEP_LATER_FILES' } as const;

/** Message of a page to the service worker on a staff device: cache all files. */
export const keepStaffFiles = { type: 'KEEP_STAFF_FILES' } as const;

/** Type of a page's message to the service worker: a file failed; drop it (`url`, or empty) and any wrong one. */
export const mendFilesMessage = 'MEND_FILES';
