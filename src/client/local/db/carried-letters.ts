import Dexie, { liveQuery, type Table } from 'dexie';
import type { SealedLetter, SealedLetterAnswer } from '#src/contract/sync/letter.ts';

/**
 * A letter that this phone carries for another device. It is deleted by a person alone. `waiting`: not
 * answered yet; a call on its way leaves it so. `refused`: the server will never take it.
 */
export type CarriedLetter = {
  id: string;
  sealed: SealedLetter;
  state: 'waiting' | 'delivered' | 'refused';
  answer: SealedLetterAnswer | null;
  /** Why it was refused; otherwise empty. */
  problem: string;
  /** Device clock, ms since 1970. */
  receivedAt: number;
  deliveredAt: number | null;
  /** When a person last saved or shared its answer. */
  savedAt: number | null;
};

/** The letters that this phone carries, apart from everything of its own. */
export class CarriedDb extends Dexie {
  declare letters: Table<CarriedLetter, string>;

  constructor(name = 'mercado-mensajero') {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' });
    this.version(1).stores({ letters: 'id' });
  }
}

/** Stores a letter until it is delivered. A second copy changes nothing, unless the first one was refused. */
export async function keepLetter(db: CarriedDb, sealed: SealedLetter, now: number): Promise<void> {
  const id = `${sealed.ephemeral}.${sealed.iv}`;
  await db.transaction('rw', db.letters, async () => {
    const held = await db.letters.get(id);
    if (held && held.state !== 'refused') return;
    const fresh = { state: 'waiting', answer: null, problem: '', deliveredAt: null, savedAt: null } as const;
    await db.letters.put({ id, sealed, receivedAt: now, ...fresh });
  });
}

/** Returns all letters, oldest first. */
export async function listLetters(db: CarriedDb): Promise<CarriedLetter[]> {
  return (await db.letters.toArray()).sort((a, b) => a.receivedAt - b.receivedAt);
}

/** Stores the answer with the new state, in one step: a letter is delivered once its answer is here. */
export async function changeLetter(
  db: CarriedDb,
  id: string,
  change: Partial<Omit<CarriedLetter, 'id' | 'sealed'>>,
): Promise<void> {
  await db.letters.update(id, change);
}

/** Deletes letters that are delivered or refused. */
export async function forgetDone(db: CarriedDb): Promise<void> {
  await db.letters.filter(({ state }) => state !== 'waiting').delete();
}

/** Calls `onValue` now and after every change in any tab, until the returned function is called. */
export function watchLetters(
  db: CarriedDb,
  onValue: (letters: CarriedLetter[]) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(() => listLetters(db)).subscribe({ next: onValue, error: onError });
  return () => subscription.unsubscribe();
}
