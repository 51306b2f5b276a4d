import { useState } from 'react';
import { enrolDevice } from '#src/client/api/devices.ts';
import { finishEnrolment, prepareEnrolment } from '#src/client/commands/device-desk.ts';
import { makeDevicePair, signText } from '#src/client/device/p256.ts';
import { hashNewPin, makePinKey } from '#src/client/device/pin-hash.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import { enrolText } from '#src/domain/device-proof.ts';
import { isWeakPin, pinDigits } from '#src/domain/weak-pin.ts';

export type EnrolmentErrors = { name?: string; pin?: string; again?: string; all?: string };

/** Keys, the server's word, storage that is promised, and the PIN: in that order, so that nothing is told before it is kept. */
export function useEnrolment(actor: Actor, onDone: () => void) {
  const place = usePlace();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<EnrolmentErrors>({});

  async function enrol(entry: { name: string; pin: string; again: string }): Promise<void> {
    const found = errorsOf(entry);
    setErrors(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    const problem = await run(entry.name.trim(), entry.pin).catch((error: unknown) => {
      reportStorageFailure(error);
      return texts.noCrypto;
    });
    setBusy(false);
    if (problem === '') onDone();
    else setErrors({ all: problem });
  }

  async function run(name: string, pin: string): Promise<string> {
    if (!('subtle' in crypto)) return texts.noCrypto;
    const { enrolment, journal } = await prepareEnrolment(async () => ({
      ...(await makeDevicePair()),
      pinKey: await makePinKey(),
    }));
    const { deviceId, keys } = enrolment;
    const { publicKey } = keys;
    const proof = await signText(keys.privateKey, enrolText(deviceId, publicKey, actor.id));
    const outcome = await enrolDevice({ deviceId, name, publicKey, proof, journal });
    if (outcome.kind !== 'ok') return failureText(outcome);
    const isPersisted = await askPersistence();
    await finishEnrolment(outcome.data.name, {
      id: actor.id,
      ownerName: place.ownerName,
      userType: actor.userType === 'RECARGA' ? 'RECARGA' : 'ESTANTE',
      placeName: place.name,
      marketName: place.marketName,
      globalMarketId: actor.globalMarketId,
      pin: await hashNewPin(keys.pinKey, pin),
    });
    showToast(isPersisted ? 'success' : 'info', isPersisted ? texts.persisted : texts.notPersisted);
    return '';
  }

  return { busy, errors, enrol };
}

function errorsOf({ name, pin, again }: { name: string; pin: string; again: string }): EnrolmentErrors {
  return {
    ...(name.trim() === '' ? { name: texts.nameNeeded } : {}),
    ...(pin.length === pinDigits ? (isWeakPin(pin) ? { pin: texts.pinWeak } : {}) : { pin: texts.pinDigits }),
    ...(pin === again ? {} : { again: texts.pinDiffers }),
  };
}
