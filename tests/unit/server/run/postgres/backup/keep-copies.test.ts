import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  keepCopies,
  listCopies,
  nameOfCopy,
  pruneCopies,
} from '#src/server/run/postgres/backup/keep-copies.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const day = (text: string): Date => new Date(`2026-11-${text}Z`);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('daily copies', () => {
  it('are made at their hour, at once when one is missing, and again an hour after a failure', async () => {
    let now = day('22T06:00:00');
    let made = 0;
    let fails = false;
    const said: string[] = [];
    const look = keepCopies({
      folder,
      at: '02:30',
      timeZone: 'America/Bogota',
      keepDays: 14,
      now: () => now,
      log: (_level, text) => said.push(text),
      makeCopy: (target) => {
        if (fails) return Promise.reject(new Error('no cabe'));
        made += 1;
        writeFileSync(target, '');
        return Promise.resolve();
      },
    });
    await look();
    await look();
    expect(made).toBe(1);
    // 02:30 in Bogotá.
    now = day('22T07:29:00');
    await look();
    expect(made).toBe(1);
    now = day('22T07:31:00');
    await look();
    await look();
    expect(made).toBe(2);
    fails = true;
    now = day('23T07:31:00');
    await look();
    fails = false;
    now = day('23T08:00:00');
    await look();
    expect([made, said.at(-1)]).toEqual([2, 'La copia no se hizo']);
    now = day('23T08:40:00');
    await look();
    await look();
    expect(made).toBe(3);
    rmSync(folder, { recursive: true });
    now = day('24T08:40:00');
    await look();
    expect(made).toBe(3);
  });

  it('are deleted when they are too old, except the newest two and other files', () => {
    const copies = ['01', '04', '08'].map((n) => nameOfCopy(day(`${n}T02:00:00`)));
    for (const name of [...copies, 'master.key']) writeFileSync(join(folder, name), '');
    pruneCopies(folder, 14, day('10T00:00:00'));
    expect(listCopies(folder)).toHaveLength(3);
    pruneCopies(folder, 1, day('10T00:00:00'));
    expect(listCopies(folder).map(({ at }) => at)).toEqual([day('04T02:00:00'), day('08T02:00:00')]);
  });
});
