import { type Books, emptyBooks } from '../market/books.ts';

/** The state that an exercise reads: the books of its market, and its page. */
export type World = {
  books: Books;
  hasLink: boolean;
  /** Sales that this tablet accepted offline. */
  accepted: number;
  /** Papers that were printed. */
  prints: number;
  /** True while the tablet is open, by session or by PIN. */
  isOpen: boolean;
  /** Page address without the practice prefix. */
  path: string;
  /** Index of the current step; the number of steps when finished. */
  at: number;
};

export type WorldStore = {
  read(): World;
  patch(change: Partial<World>): void;
  subscribe(listener: () => void): () => void;
};

export function createWorld(): WorldStore {
  let world: World = {
    books: emptyBooks,
    hasLink: true,
    accepted: 0,
    prints: 0,
    isOpen: true,
    path: '',
    at: 0,
  };
  const listeners = new Set<() => void>();
  return {
    read: () => world,
    patch: (change) => {
      world = { ...world, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
