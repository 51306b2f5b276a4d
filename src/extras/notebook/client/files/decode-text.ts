/**
 * The text of a file that some spreadsheet wrote: UTF-8 where all of it is, else what Windows wrote before (Latin-1 with its own
 * quotes), in which every byte is a letter; UTF-16 where its mark says so.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
