import { useOperators } from '#src/client/local/live/live-device.ts';
import { useToday } from '#src/client/queries/home-figures.ts';
import { useActor } from '#src/client/state/unlocked.ts';

/**
 * Returns the names of the stall or point, its market and its person: from the server, or as stored on the
 * device.
 */
export function usePlace(): { name: string; marketName: string; ownerName: string } {
  const today = useToday().data;
  const actorId = useActor()?.id;
  const kept = useOperators()?.find(({ id }) => id === actorId);
  return {
    name: today?.name ?? kept?.placeName ?? '',
    marketName: today?.marketName ?? kept?.marketName ?? '',
    ownerName: today?.ownerName ?? kept?.ownerName ?? '',
  };
}
