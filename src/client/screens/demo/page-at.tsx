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

/**
 * Page of this address in a demo: the steps, the opening of a tab, or the product's own page below the band.
 */
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
 * Reads the current facts from the server. The HTML may be a copy cached from an earlier start: with other
 * data, for this machine only, or of a demo that is a real installation by now. Returns null when this is no
 * demo.
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
    // Without a link the page's own facts are the last known ones.
    return pageFact('demo');
  }
}

function stepsOf(facts: DemoFacts): ComponentType {
  history.replaceState(history.state, '', stepsPath);
  window.name = stepsTab;
  // The browser copied the session of the tab that opened this one. It belongs to that tab only.
  if (readVisitor() !== null) signOutLocally();
  forgetVisitor();
  return () => <DemoScreen facts={facts} />;
}

interface DemoFrameProps {
  facts: DemoFacts;
  page: ComponentType;
}

/**
 * Frame around every page of a demo: the visitor's role, one line of English instructions, and the link to
 * the steps.
 */
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

/** The code of step 1, to be typed by a visitor without a camera. */
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

/**
 * Pages scroll the window to the top when they are entered; here the scroller is inside the page. The title
 * changes with each page.
 */
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

/** Marks this tab as the visitor's and navigates to their step. */
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

/** Signs in by the product's ordinary call. Returns the reason of a failure, empty on success. */
async function signInAs({ emails, password }: DemoFacts, person: DemoPerson): Promise<string> {
  const email = emails[person];
  // After a reload the tab's session continues.
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
 * Returns how often the balance of the code in the address changed while its page only showed it. The product
 * reads a balance when the page opens; a demo visitor watches it fall while the stall charges in another tab.
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
      // A purchase made by this page stays on screen. The stall's tab in the same browser also makes its
      // purchase open here for a moment.
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
