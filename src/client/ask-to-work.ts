import { callServer } from '#src/client/api/call-server.ts';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { signText } from '#src/client/device/crypto.ts';
import { askPersistence } from '#src/client/device/storage-health.ts';
import type { Operator } from '#src/client/local/db/rows.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { forgetMarketCode } from '#src/client/state/market-code.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { enrolText } from '#src/protocol/signed-texts.ts';

type AskingOperator = Omit<Operator, 'attempts' | 'isActive' | 'digits' | 'pin'> & {
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
  if (digits === '') await commands.finishEnrolment(outcome.data.name, operator);
  else await commands.awaitApproval(outcome.data.name, { ...operator, digits });
  void sayWhetherKept();
  return '';
}

/** Not awaited: some browsers ask the person, and settle only after the answer. */
async function sayWhetherKept(): Promise<void> {
  const isPersisted = await askPersistence().catch(() => false);
  showToast(isPersisted ? 'success' : 'info', isPersisted ? texts.persisted : texts.notPersisted);
}
