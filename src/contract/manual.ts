/** Where the service worker and the page Ayuda keep the manual, once a person has asked for it. */
export const manualCache = 'manual';

/** Below this address are the pages of the manual, their pictures and their list. */
export const manualPath = '/manual/';
