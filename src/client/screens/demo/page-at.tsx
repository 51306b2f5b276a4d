import { Sprout } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { DemoScreen } from '#src/client/screens/demo/steps/demo-screen.tsx';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';
import { pageFact } from '#src/client/state/page-facts.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { demoTexts as texts } from '#src/client/texts/demo/demo-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import { demoFacts, type DemoFacts, type DemoPerson } from '#src/domain/demo-facts.ts';
import { reportOpen } from './demo-channel.ts';
import {
  forgetVisitor,
  readVisitor,
  stepsPath,
  stepsTab,
  visitorAt,
  type DemoVisitor,
  keepVisitor,
  roleOf,
  startOf,
} from './demo-tabs.ts';
import { useDemoVoucher } from './use-demo-voucher.ts';
import styles from './demo-frame.module.css';

/** The page of this address in a demo: the steps, the way into a tab, or the product's own page below the band. */
export async function pageAt(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const facts = await readFacts();
  if (facts === null) return load();
  const { pathname } = location;
  const isNewcomer = pathname === '/' && readVisitor() === null && !readAuth().isAuthenticated;
  if (pathname === stepsPath || isNewcomer) return stepsOf(facts);
  const visitor = visitorAt(pathname);
  if (visitor !== null) return () => <OpenTab facts={facts} visitor={visitor} />;
  const Page = await load();
  return () => <DemoFrame facts={facts} page={Page} />;
}

/**
 * What the server says now. The page may be a copy that the browser kept of an earlier start: with other data, for this machine
 * alone, or of a demo that has become the product since. Null: no demo.
 */
async function readFacts(): Promise<DemoFacts | null> {
  const fact = location.pathname === stepsPath ? pageFact('demo') : await freshFact();
  return fact === '' ? null : demoFacts.parse(JSON.parse(fact));
}

async function freshFact(): Promise<string> {
  try {
    const page = await (await fetch(stepsPath)).text();
    return (
      new DOMParser().parseFromString(page, 'text/html').querySelector<HTMLMetaElement>('meta[name="demo"]')
        ?.content ?? ''
    );
  } catch {
    // Without a link the page's own facts are the last ones known.
    return pageFact('demo');
  }
}

function stepsOf(facts: DemoFacts): ComponentType {
  history.replaceState(history.state, '', stepsPath);
  window.name = stepsTab;
  // Opened from another visitor's tab, whose session the browser has copied: it is that tab's alone.
  if (readVisitor() !== null) signOutLocally();
  forgetVisitor();
  return () => <DemoScreen facts={facts} />;
}

interface DemoFrameProps {
  facts: DemoFacts;
  page: ComponentType;
}

/** Around every page of a demo: who the visitor is here, what to do in a line of English, and the way to the steps. */
function DemoFrame({ facts, page: Page }: DemoFrameProps) {
  const [visitor] = useState(readVisitor);
  const round = useSpentElsewhere();
  const scroller = useRef<HTMLDivElement>(null);
  useTopOfEachPage(scroller);
  useEffect(() => {
    if (visitor === null) return undefined;
    return reportOpen(visitor);
  }, [visitor]);
  return (
    <div className={styles.frame}>
      <div className={styles.band} role="region" aria-label={texts.region}>
        <Icon of={Sprout} size={22} />
        <p className={styles.you}>{visitor === null ? texts.notice.join(' ') : texts.you[visitor]}</p>
        {visitor !== null && <How facts={facts} visitor={visitor} />}
        <a href={stepsPath} target={stepsTab} className={styles.back}>
          {texts.threeSteps}
        </a>
      </div>
      <div className={styles.stage}>
        <div ref={scroller} className={styles.scroller}>
          <Page key={round} />
        </div>
      </div>
    </div>
  );
}

function How({ facts, visitor }: { facts: DemoFacts; visitor: DemoVisitor }) {
  if (visitor === 'stall') return <TypedCode facts={facts} />;
  if (visitor !== 'point' && visitor !== 'customer') return null;
  return <English>{texts.how[visitor](facts.identification)}</English>;
}

/** A visitor without a camera types the code of step 1. */
function TypedCode({ facts }: { facts: DemoFacts }) {
  const voucher = useDemoVoucher(facts);
  return voucher === null ? null : <English>{texts.how.stall(voucher.shortCode)}</English>;
}

function English({ children }: { children: string }) {
  return (
    <p lang="en" className={styles.english}>
      {children}
    </p>
  );
}

/** Pages go to the top of the window when they are entered; here what scrolls is inside of it. The title changes with the page. */
function useTopOfEachPage(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (title === null) return undefined;
    const observer = new MutationObserver(() => scroller.current?.scrollTo(0, 0));
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [scroller]);
}

interface OpenTabProps {
  facts: DemoFacts;
  visitor: DemoVisitor;
}

/** Makes this tab the visitor's, and goes to where their step is taken. */
function OpenTab({ facts, visitor }: OpenTabProps) {
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

const askEveryMs = 3_000;

/**
 * How many times the balance of the code in the address changed while its page only showed it. The product reads a balance when
 * the page is opened; a visitor of the demo watches it go down while the stall charges in another tab.
 */
function useSpentElsewhere(): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('codeQrId');
    if (location.pathname !== '/code-qr' || code === null) return undefined;
    let known: number | null = null;
    let isTouched = false;
    const touch = (): void => {
      isTouched = true;
    };
    const look = async (): Promise<void> => {
      const outcome = await callServer(holderCalls.findVoucher, { params: { code } });
      // A purchase of this page stays. One of the stall's tab, in the same browser, is open here for a moment too.
      if (outcome.kind !== 'ok' || (isTouched && isSaleOpen())) return;
      const { monto } = outcome.data;
      if (known !== null && monto !== known) setRound((before) => before + 1);
      known = monto;
    };
    void look();
    const timer = setInterval(() => void look(), askEveryMs);
    addEventListener('pointerdown', touch);
    addEventListener('keydown', touch);
    return () => {
      clearInterval(timer);
      removeEventListener('pointerdown', touch);
      removeEventListener('keydown', touch);
    };
  }, []);
  return round;
}
