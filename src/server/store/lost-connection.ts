/** The database cannot be reached, or was lost under a statement that may or may not have been committed. */
export class DatabaseUnavailable extends Error {
  readonly code = 'UNAVAILABLE';

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/** SQLSTATE classes 08 (connection), 53 (out of resources), 57P (shut down, crashed, starting up). */
const lostState = /^(08|53|57P)/;
/** The driver's own errors have no SQLSTATE: what the socket says, or a sentence. */
const lostSocket = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const lostSentence = /^(Connection terminated|Client has encountered a connection error|timeout exceeded)/;

/** A statement that took too long was taken back; asked again later it may find less in its way. */
export function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return lostState.test(code) || lostSocket.has(code) || lostSentence.test(error.message);
}
