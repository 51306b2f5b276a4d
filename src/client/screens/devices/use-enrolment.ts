import { useState } from 'react';
import { askToWork } from '#src/client/shared/operation/ask-to-work.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { isWeakPin, pinDigits } from '#src/domain/device/weak-pin.ts';

type Entry = { name: string; pin: string; again: string; marketCode: string };
type EnrolmentErrors = { name?: string; pin?: string; again?: string; all?: string };

/**
 * Stores keys, the server's answer and the PIN in that order, so that nothing is sent before it is stored.
 * Then requests persistent storage.
 */
export function useEnrolment(actor: Actor, onDone: () => void) {
  const place = usePlace();
  const loadCommands = useCommands();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<EnrolmentErrors>({});

  async function enrol(entry: Entry): Promise<void> {
    const found = errorsOf(entry);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const problem = await run(entry).catch((error: unknown) => {
      reportDiskFault(error);
      return texts.noCrypto;
    });
    setBusy(false);
    if (problem === '') onDone();
    else setErrors({ all: problem });
  }

  async function run({ name, pin, marketCode }: Entry): Promise<string> {
    if (!('subtle' in crypto)) return texts.noCrypto;
    const commands = await loadCommands();
    return askToWork(commands, {
      name: name.trim(),
      marketCode,
      operator: {
        id: actor.id,
        ownerName: place.ownerName,
        userType: actor.userType === 'RECARGA' ? 'RECARGA' : 'ESTANTE',
        placeName: place.name,
        marketName: place.marketName,
        globalMarketId: actor.globalMarketId,
        pin: await commands.choosePin(pin),
      },
    });
  }

  return { busy, errors, enrol };
}

function errorsOf({ name, pin, again }: Entry): EnrolmentErrors {
  return {
    ...(name.trim() === '' ? { name: texts.nameNeeded } : {}),
    ...(pin.length === pinDigits ? (isWeakPin(pin) ? { pin: texts.pinWeak } : {}) : { pin: texts.pinDigits }),
    ...(pin === again ? {} : { again: texts.pinDiffers }),
  };
}
