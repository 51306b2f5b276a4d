import { type Books, emptyBooks } from '../market/books.ts';

/** The state that an exercise reads: the books of its market, and its page. */
export type World = {
  books: Books;
  hasLink: boolean;
  /** sales that this tablet accepted without a link */
  accepted: number;
  /** papers that went to the printer */
  prints: number;
  /** the tablet is open, by session or by PIN */
  isOpen: boolean;
  /** the page, without practice's own part of the address */
  path: string;
  /** which step it is at; as many as there are: done */
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
