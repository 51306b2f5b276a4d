/** Base64url of the platform in place of the portable one: the same texts, and the same ones refused. */
export const base64urlnopad = {
  encode: (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url'),
  decode: (text: string): Uint8Array => {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.toString('base64url') !== text) throw new Error('this is no base64url');
    return bytes;
  },
};
