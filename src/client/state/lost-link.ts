import { atom, useAtomValue } from 'jotai';
import { onConnectionChange, readConnection } from './connection.ts';
import { store } from './store.ts';

const lostAtom = atom<number | null>(null);

/** Returns when this page lost its link, ms since 1970, or null when it never had one or still has it. */
export function useLostAt(): number | null {
  return useAtomValue(lostAtom, { store });
}

/** Records the loss of the link from now on, until the returned function is called. */
export function watchLostLink(): () => void {
  let before = readConnection().link;
  return onConnectionChange(() => {
    const { link } = readConnection();
    if (link === 'online') store.set(lostAtom, null);
    else if (link === 'offline' && before === 'online') store.set(lostAtom, Date.now());
    before = link;
  });
}
