import { useState } from 'react';
import { SeenAndHeardPanel } from '#src/client/form/seen-and-heard-panel.tsx';
import type { Operator } from '#src/client/local/db/rows.ts';
import type { DeviceFacts } from '#src/client/local/live/device-facts.ts';
import { useDeviceFacts, useOperators } from '#src/client/local/live/live-device.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { purchasesOrTopUps } from '#src/client/texts/unit-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { refusalCodes } from '#src/contract/refusal-code.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { EnrolForm, WaitingHere } from './enrol-form.tsx';
import { MarketDevices } from './market-devices.tsx';
import { Readiness } from './readiness/readiness.tsx';

/** A market manager sees all devices; a person who works on a device sees that one. */
export function DevicesScreen() {
  const actor = useActor();
  if (actor === null) return null;
  if (actor.userType === 'ADMIN' || actor.userType === 'GLOBAL_MARKET')
    return <MarketDevices userType={actor.userType} />;
  return (
    <>
      <h1>{texts.ownTitle}</h1>
      <ThisDevice />
    </>
  );
}

/** This device: its enrolment, how current it is, and whether it is ready for a market day. */
function ThisDevice() {
  const actor = useActor();
  const facts = useDeviceFacts();
  const operators = useOperators();
  const [isChanging, setChanging] = useState(false);
  const [isRejected, setRejected] = useState(false);
  if (actor === null) return null;
  if (facts === undefined || operators === undefined) return <SkeletonRows rows={3} />;
  const own = operators.find(({ id }) => id === actor.id);
  const waiting = waitingOf(own);
  const isActive = facts.state === 'active';
  const needsPin = isActive && waiting === null && (own?.pin ?? null) === null;
  // The server was restored to a moment before the enrolment, or before the market approved it.
  const isForgotten = isActive && ['DEVICE_UNKNOWN', 'DEVICE_WAITING'].includes(facts.trouble);
  return (
    <>
      {facts.state === 'revoked' && (
        <EmptyState drawing="lock" title={texts.revokedTitle} mustAct>
          <p>{texts.revoked}</p>
        </EmptyState>
      )}
      {facts.state !== 'revoked' && facts.trouble !== '' && (
        <Notice kind="refused">{texts.trouble(troubleText(facts.trouble))}</Notice>
      )}
      {!actor.isLimited && (
        <>
          {isRejected && <Notice kind="refused">{texts.rejected}</Notice>}
          {waiting !== null && (
            <WaitingHere
              operator={waiting}
              deviceId={facts.deviceId}
              deviceName={facts.name}
              onRejected={() => setRejected(true)}
            />
          )}
          {waiting === null && (facts.state === 'none' || needsPin || isChanging || isForgotten) && (
            <EnrolForm
              key={facts.state}
              isPinAlone={isChanging}
              actor={actor}
              deviceName={isActive ? facts.name : ''}
              onDone={() => {
                setChanging(false);
                setRejected(false);
              }}
            />
          )}
        </>
      )}
      {facts.state !== 'none' && (
        <Panel className="panel-body">
          <FactList facts={factsOfDevice(facts, operators)} />
          {!needsPin && waiting === null && !isChanging && !actor.isLimited && isActive && (
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {texts.changePin}
            </Button>
          )}
        </Panel>
      )}
      <Readiness actor={actor} facts={facts} hasPin={waiting === null && (own?.pin ?? null) !== null} />
      {/* The settings need a session; a PIN is not enough. */}
      {actor.isLimited && <SeenAndHeardPanel />}
    </>
  );
}

/** Returns the person's request to work here while the market has not decided. */
function waitingOf(own: Operator | undefined) {
  return own?.digits === undefined || own.pin === null ? null : { ...own, digits: own.digits, pin: own.pin };
}

function troubleText(trouble: string): string {
  const code = refusalCodes.find((known) => known === trouble);
  return code === undefined ? trouble : refusalSentence(code);
}

/** Facts that this device reports about itself. */
function factsOfDevice(facts: DeviceFacts, operators: readonly Operator[]): Fact[] {
  const withPin = operators
    .filter(({ pin, digits }) => pin !== null && digits === undefined)
    .map(({ ownerName }) => personName(ownerName));
  return [
    { name: texts.factsName, value: facts.name },
    {
      name: texts.factsToSend,
      value:
        facts.openCount === 0
          ? texts.nothingToSend
          : `${purchasesOrTopUps(facts.openCount)} · ${amountText(facts.openSum)}`,
    },
    { name: texts.factsList, value: instantOr(facts.listAsOf) },
    { name: texts.factsKeys, value: instantOr(facts.keysAsOf) },
    { name: texts.operators, value: withPin.join(', ') },
  ];
}

function instantOr(instantMs: number): string {
  return instantMs === 0 ? texts.factsNever : dateTimeText(instantMs);
}
