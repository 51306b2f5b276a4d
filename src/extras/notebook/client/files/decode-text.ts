/**
 * Returns the text of a spreadsheet's file: as UTF-16 if it has that mark, as UTF-8 if all of it is valid,
 * and otherwise in the older encoding of Windows (Latin-1 with its own quotes), in which every byte is a
 * letter.
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
