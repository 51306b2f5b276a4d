import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  listCopies,
  nameOfCopy,
  nameOfSegment,
  segmentAfter,
  unbrokenFrom,
} from '#src/server/postgres/archive/archive-names.ts';
import { keepCopies, pruneCopies } from '#src/server/postgres/archive/keep-copies.ts';
import type { KeptLog } from '#src/server/postgres/archive/keep-log.ts';
import { readMoment, sayMoment } from '#src/server/postgres/archive/moment.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const life = '00112233445566aa';
const segment = (n: number): string => `0000000100000000${n.toString(16).toUpperCase().padStart(8, '0')}`;
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
    let wantsCopy = true;
    const kept = {
      life: () => life,
      wantsCopy: () => wantsCopy,
      copyBegun: () => void (wantsCopy = false),
    } as KeptLog;
    const said: string[] = [];
    const look = keepCopies(
      {
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
          return Promise.resolve({ life, segment: segment(made), at: now });
        },
      },
      kept,
    );
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
    wantsCopy = true;
    await look();
    fails = false;
    now = day('22T08:00:00');
    await look();
    expect([made, said.at(-1)]).toEqual([2, 'La copia no se hizo']);
    now = day('22T08:40:00');
    await look();
    await look();
    expect(made).toBe(3);
    rmSync(folder, { recursive: true });
    now = day('24T08:40:00');
    await look();
    expect(made).toBe(3);
  });

  it('are deleted with the log that only they needed, except the newest two', () => {
    const log = join(folder, 'log', life);
    mkdirSync(log, { recursive: true });
    const copies = [1, 4, 8].map((n) => nameOfCopy({ life, segment: segment(n), at: day(`0${n}T02:00:00`) }));
    for (const name of copies) writeFileSync(join(folder, name), '');
    for (let n = 1; n <= 9; n += 1)
      writeFileSync(join(log, nameOfSegment({ segment: segment(n), at: day(`0${n}T03:00:00`) })), '');
    const [cut, underWay] = ['cut.partial', 'under-way.partial'].map((name) => join(log, name));
    for (const path of [cut, underWay]) writeFileSync(path ?? '', '');
    utimesSync(cut ?? '', day('01T00:00:00'), day('01T00:00:00'));
    pruneCopies(folder, 14, day('10T00:00:00'));
    expect(readdirSync(log).filter((name) => name.endsWith('.partial'))).toEqual(['under-way.partial']);
    rmSync(underWay ?? '');
    expect(listCopies(folder)).toHaveLength(3);
    expect(readdirSync(log)).toHaveLength(9);
    pruneCopies(folder, 1, day('10T00:00:00'));
    expect(listCopies(folder).map(({ segment }) => segment)).toEqual([segment(4), segment(8)]);
    expect(readdirSync(log)).toHaveLength(6);
  });
});

it("use PostgreSQL's numbering of 4 MB segments", () => {
  expect(segmentAfter(segment(9))).toBe(segment(10));
  expect(segmentAfter('0000000100000000000003FF')).toBe('000000010000000100000000');
});

it('follow the log up to the first missing part', () => {
  const of = (...numbers: number[]) =>
    numbers.map((n) => ({ path: '', segment: segment(n), at: day('01T00:00:00') }));
  const reached = (from: number, ...numbers: number[]) =>
    unbrokenFrom(of(...numbers), segment(from)).map((one) => one.segment);
  expect(reached(2, 1, 2, 3, 5, 6)).toEqual([segment(2), segment(3)]);
  expect(reached(4, 1, 2, 3, 5)).toEqual([]);
});

describe('a moment', () => {
  it("is read by the market's clock, and printed so that it can be read again", () => {
    const at = readMoment('2026-11-22 10:30', 'America/Bogota');
    expect(at.toISOString()).toBe('2026-11-22T15:30:00.000Z');
    expect(sayMoment(at, 'America/Bogota')).toBe('2026-11-22 10:30:00');
    // The clocks go back at 3 that night.
    expect(readMoment('2026-10-25 10:30:05', 'Europe/Madrid').toISOString()).toBe('2026-10-25T09:30:05.000Z');
  });

  it.each(['ayer', '2026-11-22', '22/11/2026 10:30', '2026-13-40 10:30', '2026-11-22 25:00'])(
    'rejects %s, and shows the format',
    (text) => expect(() => readMoment(text, 'America/Bogota')).toThrow('Escriba el día y la hora así'),
  );
});
