import { useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { readAuth } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { demoTexts as texts } from '#src/client/texts/demo/demo-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import type { DemoFacts, DemoPerson } from '#src/domain/demo-facts.ts';
import { type DemoVisitor, keepVisitor, roleOf, startOf } from './demo-tabs.ts';
import { useDemoVoucher } from './use-demo-voucher.ts';
import styles from './open-tab.module.css';

interface OpenTabProps {
  facts: DemoFacts;
  visitor: DemoVisitor;
}

/** Makes this tab the visitor's, and goes to where their step is taken. */
export function OpenTab({ facts, visitor }: OpenTabProps) {
  return visitor === 'customer' ? <OpenPhone facts={facts} /> : <OpenAs facts={facts} person={visitor} />;
}

function OpenPhone({ facts }: { facts: DemoFacts }) {
  const voucher = useDemoVoucher(facts);
  useEffect(() => {
    if (voucher === null) return;
    keepVisitor('customer');
    location.replace(voucher.path);
  }, [voucher]);
  return <Opening />;
}

function OpenAs({ facts, person }: { facts: DemoFacts; person: DemoPerson }) {
  const [failure, setFailure] = useState('');
  const isUnderWay = useRef(false);

  async function open(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure('');
    const reason = await signInAs(facts, person);
    isUnderWay.current = false;
    setFailure(reason);
    if (reason !== '') return;
    keepVisitor(person);
    location.replace(startOf[person]);
  }
  const first = useRef(open);
  useEffect(() => {
    void first.current();
  }, []);

  if (failure === '') return <Opening />;
  return (
    <main className={styles.page}>
      <EmptyState
        heading="h1"
        drawing="no-signal"
        title={texts.notOpened}
        actions={<Button onClick={() => void open()}>{texts.retry}</Button>}
      >
        <p>{failure}</p>
      </EmptyState>
    </main>
  );
}

/** Signs in by the call that everybody signs in by. Returns why it failed, empty when it did not. */
async function signInAs({ emails, password }: DemoFacts, person: DemoPerson): Promise<string> {
  const email = emails[person];
  // The session of this tab goes on after a reload.
  if (readAuth().user?.email === email) return '';
  const body = { email, password, userType: roleOf[person] };
  const outcome = await callServer(sessionCalls.logIn, { body });
  if (outcome.kind !== 'ok') return failureText(outcome);
  return signIn(outcome.data) ? '' : commonTexts.unknownError;
}

function Opening() {
  return (
    <main className={styles.page}>
      <Loading />
      <p>{texts.opening}</p>
    </main>
  );
}
