const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map(alphabet.split('').map((character, value) => [character, value]));

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const kept = Math.min(3, bytes.length - at) + 1;
    for (let place = 0; place < kept; place += 1) text += alphabet[(bits >> (18 - 6 * place)) & 63];
  }
  return text;
}

/** null: not the one base64url text of some bytes (foreign characters, padding, stray bits). */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    const value = values.get(character);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at] = (bits >> held) & 0xff;
      at += 1;
    }
  }
  // Two texts for the same bytes would let a changed code pass as valid: what is left over must be zero.
  return (bits & ((1 << held) - 1)) === 0 ? bytes : null;
}
