/** Header of an answer that was read from a copy: how old the last is that is surely in it, seconds, a decimal number. */
export const dataAgeHeader = 'x-data-age';

/**
 * Cookie of our pages, which are told it with every answer to a call that may have written: the server's time then, ms since
 * 1970. A read that brings it has everything until then. The browser keeps it for as long as any copy may be behind.
 */
export const writtenAtCookie = 'mercado-escrito';
