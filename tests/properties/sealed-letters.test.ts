import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealFor } from '#src/client/device/crypto.ts';
import { letterInfo } from '#src/domain/device/device-proof.ts';
import { createRescueKey } from '#src/server/devices/rescue-key.ts';

const files = 10_000;
const server = createRescueKey(Buffer.alloc(32, 5));

/** Base64 of a text that may begin at any byte of a file: the letters in the middle are the same at each of three places. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64url')
      .slice(before + 1, -2),
  );
}

it(`shows no name, document or voucher in ${files} sealed letters, and the server reads each`, async () => {
  // Shorter texts would appear by chance.
  const [names] = fc.sample(
    fc.array(fc.string({ unit: 'grapheme', minLength: 10, maxLength: 40 }), {
      minLength: files,
      maxLength: files,
    }),
    1,
  );
  let shown = 0;
  for (const ownerName of names ?? []) {
    const letter = { ownerName, identificacion: randomUUID(), codeQrUuid: randomUUID() };
    const text = JSON.stringify({ v: 1, requests: [{ entries: [{ registration: letter }] }] });
    const sealed = await sealFor(server.publicKey, text, letterInfo);
    const carried = JSON.stringify(sealed);
    const forms = Object.values(letter).flatMap((value) => [value, ...base64Forms(value)]);
    if (forms.some((form) => carried.includes(form))) shown += 1;
    expect(server.open(sealed, letterInfo)).toBe(text);
  }
  expect({ files: names?.length, shown }).toEqual({ files, shown: 0 });
});
