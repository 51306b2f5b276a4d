import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { askToWork } from '#src/client/ask-to-work.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { Fields } from '#src/client/form/fields.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import type { Operator } from '#src/client/local/db/rows.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { takeMarketCode } from '#src/client/state/market-code.ts';
import { devicesTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import { marketCodeField } from './enrol-form.tsx';

const askEveryMs = 5_000;

interface WaitingHereProps {
  /** The person who asked, as stored on this device, and the digits shown on both screens. */
  operator: Operator & { digits: string; pin: NonNullable<Operator['pin']> };
  deviceId: string;
  deviceName: string;
  onRejected: () => void;
}

/** The market has not decided: shows six digits to compare, and takes a market code to skip the wait. */
export function WaitingHere({ operator, deviceId, deviceName, onRejected }: WaitingHereProps) {
  const loadCommands = useCommands();
  const draft = useForm(
    () => ({ marketCode: takeMarketCode() }),
    () => ({}),
  );
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { digits, attempts: _attempts, isActive: _isActive, ...asking } = operator;

  async function finish(code: string): Promise<void> {
    setBusy(true);
    setProblem(
      await askToWork(await loadCommands(), { name: deviceName, marketCode: code, operator: asking }),
    );
    setBusy(false);
  }

  async function look(): Promise<void> {
    const outcome = await callServer(deviceCalls.listDevices);
    if (outcome.kind !== 'ok') return setProblem(failureText(outcome));
    const here = outcome.data.find(({ _id }) => _id === deviceId);
    const found = here?.operators.find(({ _id }) => _id === operator.id);
    setProblem('');
    if (found?.digits === '') return finish('');
    if (found !== undefined) return;
    await (await loadCommands()).dropRequest(operator.id);
    onRejected();
  }
  useEvery(askEveryMs, () => void look());

  function submit({ marketCode }: { marketCode: string }) {
    if (marketCode.trim() !== '' && !busy) void finish(marketCode);
  }

  return (
    <Panel className="panel-body" aria-labelledby="espera-aprobacion">
      <h2 id="espera-aprobacion">{texts.waitingTitle}</h2>
      <p>{texts.waiting}</p>
      <p className="spelled" aria-label={texts.digits}>
        {spaced(digits)}
      </p>
      <p>{texts.waitingNote}</p>
      {problem !== '' && <Notice kind="pending">{problem}</Notice>}
      <Form className="stack narrow" onSend={() => draft.sendTo(submit)}>
        <Fields of={draft} fields={[marketCodeField]} />
        <Button type="submit" variant="secondary" busy={busy}>
          {texts.withCode}
        </Button>
      </Form>
    </Panel>
  );
}

/** "482 913" */
export function spaced(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/**
 * Runs the newest `work` at this interval while the page is visible. The caller prevents overlapping runs.
 */
function useEvery(everyMs: number, work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
