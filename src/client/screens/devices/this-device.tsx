import { useState } from 'react';
import { useDeviceFacts, useOperators } from '#src/client/local/live-device.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { devicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { FactList } from '#src/client/ui/fact-list.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import { refusalCodes } from '#src/contract/refusal-code.ts';
import { refusalSentence } from '#src/domain/refusal-sentence.ts';
import { factsOfDevice } from './facts-of-device.ts';
import { EnrolForm } from './enrol-form.tsx';
import { Readiness } from './readiness.tsx';
import styles from './devices.module.css';

/** This device: enrolled or not, how current it is, and whether it is ready for a market day. */
export function ThisDevice() {
  const actor = useActor();
  const facts = useDeviceFacts();
  const operators = useOperators();
  const [isChanging, setChanging] = useState(false);
  if (actor === null) return null;
  const own = operators?.find(({ id }) => id === actor.id);
  const needsPin = facts?.state === 'active' && (own?.pin ?? null) === null;
  return (
    <>
      <h1>{texts.ownTitle}</h1>
      {(facts === undefined || operators === undefined) && <SkeletonRows rows={3} />}
      {facts?.state === 'revoked' && (
        <EmptyState drawing="lock" title={texts.revokedTitle} mustAct>
          <p>{texts.revoked}</p>
        </EmptyState>
      )}
      {facts !== undefined && facts.state !== 'revoked' && facts.trouble !== '' && (
        <Notice kind="refused">{texts.trouble(troubleText(facts.trouble))}</Notice>
      )}
      {facts !== undefined && operators !== undefined && !actor.isLimited && (
        <>
          {(facts.state === 'none' || needsPin || isChanging) && (
            <EnrolForm
              key={facts.state}
              actor={actor}
              deviceName={facts.state === 'active' ? facts.name : ''}
              onDone={() => setChanging(false)}
            />
          )}
        </>
      )}
      {facts !== undefined && facts.state !== 'none' && (
        <Panel className={styles.panel}>
          <FactList facts={factsOfDevice(facts, operators ?? [])} />
          {!needsPin && !isChanging && !actor.isLimited && facts.state === 'active' && (
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {texts.changePin}
            </Button>
          )}
        </Panel>
      )}
      {facts !== undefined && <Readiness actor={actor} facts={facts} hasPin={(own?.pin ?? null) !== null} />}
    </>
  );
}

function troubleText(trouble: string): string {
  const code = refusalCodes.find((known) => known === trouble);
  return code === undefined ? trouble : refusalSentence(code);
}
