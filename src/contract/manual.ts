/** Cache in which the service worker and the page Ayuda store the manual, once a person has asked for it. */
export const manualCache = 'manual';

/** Address prefix of the manual's pages, pictures and list. */
export const manualPath = '/manual/';
