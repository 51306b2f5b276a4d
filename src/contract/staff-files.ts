/** Where the service worker keeps the files that only staff needs, by name. */
export const staffFilesCache = 'staff-files';

/** Its entry that says that all of them are there: an address that no file has. */
export const staffFilesMark = '/assets/all-staff-files';

/** What a page says to the service worker where somebody works: keep all files. */
export const keepStaffFiles = { type: 'KEEP_STAFF_FILES' } as const;
