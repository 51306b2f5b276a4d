import { appTexts } from '#src/client/texts/app-texts.ts';
import { ConnectionChipBody, connectionChipClass } from '#src/client/ui/connection-chip.tsx';
import { useServerReach } from '../use-server-reach.ts';

export function BarChip() {
  const reached = useServerReach();
  const state = reached === false ? 'offline' : 'online';
  return (
    <p className={connectionChipClass(state)} role="status">
      <ConnectionChipBody state={state}>
        {reached === false ? appTexts.offline : appTexts.online}
      </ConnectionChipBody>
    </p>
  );
}
