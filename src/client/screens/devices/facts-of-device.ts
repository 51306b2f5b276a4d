import type { DeviceFacts } from '#src/client/local/device-facts.ts';
import type { Operator } from '#src/client/local/rows.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { devicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import type { Fact } from '#src/client/ui/fact-list.tsx';

/** What this device says of itself. */
export function factsOfDevice(facts: DeviceFacts, operators: readonly Operator[]): Fact[] {
  const withPin = operators.filter(({ pin }) => pin !== null).map(({ ownerName }) => personName(ownerName));
  return [
    { name: texts.factsName, value: facts.name },
    { name: texts.factsJournal, value: facts.lastSeq },
    { name: texts.factsAck, value: facts.ackSeq },
    { name: texts.factsOwes, value: facts.owed === 0 ? texts.owesNothing : texts.owesCount(facts.owed) },
    { name: texts.factsList, value: instantOr(facts.listAsOf) },
    { name: texts.factsKeys, value: instantOr(facts.keysAsOf) },
    { name: texts.operators, value: withPin.join(', ') },
  ];
}

function instantOr(instantMs: number): string {
  return instantMs === 0 ? texts.factsNever : dateTimeText(instantMs);
}
