import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentIssuingKey } from '#src/server/nouns/vouchers/issuing-keys.ts';
import {
  closeOpenSecrets,
  openSecretBoxes,
  settleTokenSecret,
} from '#src/server/store/secrets/close-secrets.ts';
import { createSecretBox } from '#src/server/store/secrets/secret-box.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

describe("the server's secrets under a key file", () => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase();
  });
  afterEach(() => opened.stop());

  const now = () => new Date();
  /** Everything about them in a copy of the database. */
  async function stored(): Promise<string[]> {
    const { rows } = await opened.database.query<{ value: string }>({
      text: `select value from app_setting where key = 'token-secret' union all select private_key from issuing_key`,
    });
    return rows.map(({ value }) => value);
  }

  it('are encrypted when the file is first named, and stay the same secrets', async () => {
    const { database } = opened;
    const open = openSecretBoxes(null);
    const secret = await settleTokenSecret(database, open, randomBytes(32));
    const issuing = await currentIssuingKey({ database, now, keyBox: open.issuingKeys });
    const before = await stored();
    const boxes = openSecretBoxes(randomBytes(32));
    await Promise.all([closeOpenSecrets(database, boxes), closeOpenSecrets(database, boxes)]);
    const after = await stored();
    expect(after.some((value) => before.includes(value))).toBe(false);
    expect(after.every((value) => value.startsWith('c1.'))).toBe(true);
    expect(await settleTokenSecret(database, boxes, randomBytes(32))).toEqual(secret);
    const again = await currentIssuingKey({ database, now, keyBox: boxes.issuingKeys });
    expect(again.kid).toBe(issuing.kid);
    expect(again.sign(Buffer.from('x'))).toHaveLength(64);
  });

  it('are never written in clear text by a server that has the file', async () => {
    const { database } = opened;
    const boxes = openSecretBoxes(randomBytes(32));
    await settleTokenSecret(database, boxes, randomBytes(32));
    await currentIssuingKey({ database, now, keyBox: boxes.issuingKeys });
    const values = await stored();
    expect(values).toHaveLength(2);
    expect(values.every((value) => value.startsWith('c1.'))).toBe(true);
  });

  it('name the missing file to a server with another one, or none', async () => {
    const { database } = opened;
    await settleTokenSecret(database, openSecretBoxes(randomBytes(32)), randomBytes(32));
    for (const key of [null, randomBytes(32)])
      await expect(settleTokenSecret(database, openSecretBoxes(key), randomBytes(32))).rejects.toThrow(
        'KEY_FILE',
      );
  });

  it('are encrypted by no other file; clear ones beside them still open for the right one', async () => {
    const { database } = opened;
    const right = openSecretBoxes(randomBytes(32));
    await settleTokenSecret(database, right, randomBytes(32));
    // By a process started before the file was named.
    await currentIssuingKey({ database, now });
    await expect(closeOpenSecrets(database, openSecretBoxes(randomBytes(32)))).rejects.toThrow('KEY_FILE');
    await closeOpenSecrets(database, right);
    expect((await currentIssuingKey({ database, now, keyBox: right.issuingKeys })).kid).toBe(1);
  });

  it('of one purpose open no other, and none opens with a changed bit', () => {
    const key = randomBytes(32);
    const [one, other] = [createSecretBox(key, 'one'), createSecretBox(key, 'other')];
    const closed = one.close('secret');
    expect(one.open(closed)).toBe('secret');
    expect(one.close('secret')).not.toBe(closed);
    expect(() => other.open(closed)).toThrow('KEY_FILE');
    const bytes = Buffer.from(closed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => one.open(`c1.${changed.toString('base64url')}`)).toThrow('KEY_FILE');
    }
  });
});
