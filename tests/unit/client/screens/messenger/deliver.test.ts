import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '#src/client/api/outcome.ts';
import {
  CarriedDb,
  changeLetter,
  forgetDone,
  keepLetter,
  listLetters,
} from '#src/client/local/db/carried-letters.ts';
import { deliverWaiting, type DeliverPorts } from '#src/client/screens/messenger/deliver.ts';
import { messengerTexts as texts } from '#src/client/texts/sync/messenger-texts.ts';
import type { SealedLetter, SealedLetterAnswer } from '#src/contract/sync/letter.ts';

type Answered = Outcome<SealedLetterAnswer>;

const letter = (deviceName: string): SealedLetter => ({
  kind: 'mercado-carta',
  v: 1,
  deviceName,
  madeAt: '2026-11-28T12:00:00.000Z',
  ephemeral: deviceName,
  iv: 'AAAA',
  body: 'AAAA',
});
const answerTo = ({ deviceName }: SealedLetter): Answered => ({
  kind: 'ok',
  status: 200,
  replayed: false,
  data: { kind: 'mercado-respuesta', v: 1, deviceName, madeAt: '', salt: 'AAAA', iv: 'AAAA', body: 'AAAA' },
});
const away: Answered = { kind: 'unreachable', reason: 'network', retryAfterMs: undefined };
const refusedBy = (
  status: number,
  code: 'LETTER_UNREADABLE' | 'TOO_MANY_REQUESTS' | 'VALIDATION' | 'DEVICE_UNKNOWN',
  retryAfterMs?: number,
): Answered => ({
  kind: 'refused',
  status,
  code,
  message: 'del servidor',
  fields: {},
  opId: undefined,
  retryAfterMs,
});

let db: CarriedDb;
let called: string[];
let sending: (string | null)[];
let links: string[];
beforeEach(async () => {
  db = new CarriedDb(randomUUID());
  [called, sending, links] = [[], [], []];
  for (const [at, name] of ['uno', 'dos', 'tres'].entries()) await keepLetter(db, letter(name), at);
});

const ports = (deliver: (sealed: SealedLetter) => Answered | Promise<Answered>): DeliverPorts => ({
  db,
  deliver: async (sealed) => {
    called.push(sealed.deviceName);
    return deliver(sealed);
  },
  now: () => 100 + called.length,
  onSending: (id) => sending.push(id),
  onLink: (link) => links.push(link),
});
const states = async () => (await listLetters(db)).map(({ state }) => state);

describe('the letters of a carrier', () => {
  it('are delivered one after the other, oldest first, with their answers stored', async () => {
    expect(await deliverWaiting(ports(answerTo))).toEqual({ waitMs: null, isBusy: false });
    expect(called).toEqual(['uno', 'dos', 'tres']);
    expect((await listLetters(db)).map(({ answer }) => answer?.deviceName)).toEqual(called);
    expect(sending).toEqual(['uno.AAAA', 'dos.AAAA', 'tres.AAAA', null]);
  });

  it('wait where the link failed, and go on from there', async () => {
    const once = ports((sealed) =>
      sealed.deviceName === 'dos' && called.length === 2 ? away : answerTo(sealed),
    );
    expect(await deliverWaiting(once)).toEqual({ waitMs: 5_000, isBusy: false });
    expect(await states()).toEqual(['delivered', 'waiting', 'waiting']);
    expect(links.at(-1)).toBe('offline');
    expect(await deliverWaiting(once)).toEqual({ waitMs: null, isBusy: false });
    expect(called).toEqual(['uno', 'dos', 'dos', 'tres']);
  });

  it('are sent again by a page that was closed before the answer was stored', async () => {
    const name = db.name;
    const closed = ports(() => {
      db.close();
      return answerTo(letter('uno'));
    });
    await expect(deliverWaiting(closed)).rejects.toThrow();
    db = new CarriedDb(name);
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    await deliverWaiting(ports(answerTo));
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('say that a letter was changed, and deliver the others', async () => {
    await deliverWaiting(
      ports((sealed) =>
        sealed.deviceName === 'uno' ? refusedBy(422, 'LETTER_UNREADABLE') : answerTo(sealed),
      ),
    );
    expect((await listLetters(db)).map(({ state, problem }) => [state, problem])).toEqual([
      ['refused', texts.changed],
      ['delivered', ''],
      ['delivered', ''],
    ]);
  });

  it.each([
    ['too large', refusedBy(413, 'VALIDATION'), texts.tooLarge],
    ["refused in the server's words", refusedBy(401, 'DEVICE_UNKNOWN'), 'del servidor'],
  ])('are %s', async (_what, outcome, problem) => {
    await deliverWaiting(ports(() => outcome));
    expect((await listLetters(db)).map((one) => one.problem)).toEqual([problem, problem, problem]);
  });

  it.each([
    ['asks for a wait', refusedBy(429, 'TOO_MANY_REQUESTS', 30_000), 30_000],
    ['fails', refusedBy(500, 'VALIDATION'), 5_000],
    ['is not ready', { kind: 'unreachable', reason: 'server', retryAfterMs: 7_000 } as const, 7_000],
  ])('wait while the server %s', async (_what, outcome, waitMs) => {
    expect(await deliverWaiting(ports(() => outcome))).toEqual({ waitMs, isBusy: true });
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    expect(links.at(-1)).toBe('online');
  });

  it('are kept once, and a good copy replaces a refused one', async () => {
    await keepLetter(db, letter('uno'), 9);
    expect(await states()).toHaveLength(3);
    await changeLetter(db, 'uno.AAAA', { state: 'refused', problem: texts.changed });
    await keepLetter(db, letter('uno'), 9);
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    await changeLetter(db, 'dos.AAAA', { state: 'delivered', deliveredAt: 1 });
    await keepLetter(db, letter('dos'), 10);
    expect((await listLetters(db)).find(({ id }) => id === 'dos.AAAA')?.state).toBe('delivered');
  });

  it('are forgotten once delivered, and never before', async () => {
    await changeLetter(db, 'dos.AAAA', { state: 'delivered', deliveredAt: 1 });
    await forgetDone(db);
    expect((await listLetters(db)).map(({ id }) => id)).toEqual(['uno.AAAA', 'tres.AAAA']);
  });
});
