import { useActor } from '#src/client/state/unlocked.ts';
import { MarketDevices } from './market-devices.tsx';
import { ThisDevice } from './this-device.tsx';

/** Who manages a market sees all its devices; who works on one sees that one. */
export function DevicesScreen() {
  const actor = useActor();
  if (actor === null) return null;
  if (actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET')
    return <MarketDevices userType={actor.userType} />;
  return <ThisDevice />;
}
