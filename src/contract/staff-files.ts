/** Cache in which the service worker keeps the files that only staff need. */
export const staffFilesCache = 'staff-files';

/** Entry that marks the cache as complete, at an address that no file has. */
export const staffFilesMark = '/assets/all-staff-files';

/** Message of a page to the service worker on a staff device: cache all files. */
export const keepStaffFiles = { type: 'KEEP_STAFF_FILES' } as const;
