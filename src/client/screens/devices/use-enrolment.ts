import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { signText } from '#src/client/device/crypto.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { forgetMarketCode } from '#src/client/shared/market-code.ts';
import { useCommands } from '#src/client/shared/operation/use-commands.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { usePlace } from '#src/client/shared/use-place.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { Actor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { enrolText } from '#src/domain/device/device-proof.ts';
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
        ...(await commands.choosePin(actor.id, pin)),
      },
    });
  }

  return { busy, errors, enrol };
}

type AskingOperator = Omit<Operator, 'attempts' | 'isActive' | 'digits' | 'pin' | 'serverKey'> & {
  pin: NonNullable<Operator['pin']>;
};

/**
 * Asks the market and stores the result, enrolled or waiting. Returns the reason of a failure, empty on
 * success.
 */
export async function askToWork(
  commands: Commands,
  { name, marketCode, operator }: { name: string; marketCode: string; operator: AskingOperator },
): Promise<string> {
  const { enrolment, journal } = await commands.prepareEnrolment();
  const { deviceId, keys } = enrolment;
  const { publicKey } = keys;
  const proof = await signText(keys.privateKey, enrolText(deviceId, publicKey, operator.id));
  const typed = marketCode.trim();
  const outcome = await callServer(deviceCalls.enrolDevice, {
    body: { deviceId, name, publicKey, proof, journal, ...(typed === '' ? {} : { marketCode: typed }) },
  });
  if (typed !== '' && outcome.kind !== 'unreachable') forgetMarketCode();
  if (outcome.kind !== 'ok') return failureText(outcome);
  const digits = outcome.data.operators.find(({ _id }) => _id === operator.id)?.digits ?? '';
  if (digits !== '') {
    await commands.awaitApproval(outcome.data.name, { ...operator, digits });
    void sayWhetherKept();
    return '';
  }
  await commands.finishEnrolment(outcome.data.name, operator);
  void sayWhetherKept();
  return '';
}

/** Not awaited: some browsers ask the person, and settle only after the answer. */
async function sayWhetherKept(): Promise<void> {
  const isPersisted = await askPersistence().catch(() => false);
  showToast(isPersisted ? 'success' : 'info', isPersisted ? texts.persisted : texts.notPersisted);
}

function errorsOf({ name, pin, again }: Entry): EnrolmentErrors {
  return {
    ...(name.trim() === '' ? { name: texts.nameNeeded } : {}),
    ...(pin.length === pinDigits ? (isWeakPin(pin) ? { pin: texts.pinWeak } : {}) : { pin: texts.pinDigits }),
    ...(pin === again ? {} : { again: texts.pinDiffers }),
  };
}
