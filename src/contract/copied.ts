/**
 * Header of an answer read from a copy: age in seconds, as a decimal number, of the newest data that is
 * certainly in it.
 */
export const dataAgeHeader = 'x-data-age';

/**
 * Cookie of our pages, set by every answer to a call that may have written: the server's time, ms since 1970.
 * A read that sends it includes everything up to then. The browser keeps it for as long as any copy may lag.
 */
export const writtenAtCookie = 'mercado-escrito';
