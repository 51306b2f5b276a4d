import { useUnlocked } from '#src/client/state/unlocked.ts';
import { useToday } from './use-today.ts';

/** Name of the stall or point, its market and its person: from the server, or from what the device remembers of them. */
export function usePlace(): { name: string; marketName: string; ownerName: string } {
  const today = useToday().data;
  const unlocked = useUnlocked();
  return {
    name: today?.name ?? unlocked?.placeName ?? '',
    marketName: today?.marketName ?? unlocked?.marketName ?? '',
    ownerName: today?.ownerName ?? unlocked?.ownerName ?? '',
  };
}
