/** Place in a list ordered by time and id, newest first; opaque on the wire. */
export type PageCursor = { at: Date; id: string };

export function writeCursor(cursor: PageCursor): string {
  return Buffer.from(`${cursor.at.toISOString()} ${cursor.id}`).toString('base64url');
}

/** null: not a cursor of ours. */
export function readCursor(text: string): PageCursor | null {
  const match = /^(\S+) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString('utf8'));
  const at = new Date(match?.[1] ?? '');
  return match?.[2] && !Number.isNaN(at.getTime()) ? { at, id: match[2] } : null;
}
