import { type LucideIcon, QrCode, Sprout, Wifi, WifiOff } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { signIn } from '#src/client/api/sign-in.ts';
import { useCommands } from '#src/client/commands/use-commands.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { pageFact } from '#src/client/state/page-facts.ts';
import { readAuth, signOutLocally } from '#src/client/state/session.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { demoTexts as texts } from '#src/client/texts/demo/demo-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { CrashGuard } from '#src/client/ui/crash-guard.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { demoFacts, type DemoFacts, type DemoPerson } from '#src/domain/demo-facts.ts';
import { DemoScreen } from './demo-screen.tsx';
import {
  type DemoVisitor,
  forgetVisitor,
  goals,
  goToTab,
  keepVisitor,
  linesPath,
  readVisitor,
  reportOpen,
  roleOf,
  startOf,
  stepsPath,
  stepsTab,
  visitorAt,
} from './demo-tabs.ts';
import { canEnrol, enrolTablet } from './enrol-tablet.ts';
import { holdCode, isCut, nameDevice, switchLink, watchLink } from './own-device.ts';
import { useDemoVoucher, useIssuedVoucher } from './use-demo-voucher.ts';
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
  const device = visitor ?? readVisitor();
  if (device !== null) nameDevice(`${facts.seed}-${device}`);
  if (visitor === 'customer') return () => <OpenPhone facts={facts} />;
  if (visitor !== null) return () => <OpenAs facts={facts} person={visitor} />;
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

/**
 * Frame around every page of a demo: the visitor's role, one line of English instructions, and the way back to
 * the steps. That is a button, because after a link the page's own skip link would come too late.
 */
function DemoFrame({ facts, page: Page }: { facts: DemoFacts; page: ComponentType }) {
  const [visitor] = useState(readVisitor);
  const scroller = useRef<HTMLDivElement>(null);
  useTopOfEachPage(scroller);
  useFreshBalance();
  useEffect(() => {
    if (visitor === null) return undefined;
    return reportOpen(visitor);
  }, [visitor]);
  return (
    <div className={styles.frame}>
      <div className={`row-12 ${styles.band}`} role="region" aria-label={texts.region}>
        <Icon of={Sprout} size={22} />
        <p className={styles.you}>{visitor === null ? texts.notice.join(' ') : texts.you[visitor]}</p>
        {visitor !== null && <How facts={facts} visitor={visitor} />}
        <button
          type="button"
          className={`plain strong end ${styles.back}`}
          onClick={() => goToTab(stepsTab, stepsPath)}
        >
          {texts.fourSteps}
        </button>
      </div>
      <div className={styles.stage}>
        {/* A part that scrolls inside a page must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div ref={scroller} className={styles.scroller} tabIndex={0}>
          <CrashGuard>
            <Page />
          </CrashGuard>
        </div>
      </div>
    </div>
  );
}

function How({ facts, visitor }: { facts: DemoFacts; visitor: DemoVisitor }) {
  if (visitor === 'stall') return <StallHow facts={facts} />;
  if (visitor === 'point') return <PointHow facts={facts} />;
  if (visitor === 'customer' || visitor === 'market') return <English>{texts.how[visitor]}</English>;
  return null;
}

function PointHow({ facts }: { facts: DemoFacts }) {
  useIssuedVoucher(facts);
  return <English>{texts.how.point(facts.identification)}</English>;
}

/** The code of step 1 for a visitor without a camera, and the switch of step 4. */
function StallHow({ facts }: { facts: DemoFacts }) {
  const { link, shortCode } = useDemoVoucher(facts);
  const isWithoutLink = useSyncExternalStore(watchLink, isCut);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (!isWithoutLink) return undefined;
    return reportOpen('noSignal');
  }, [isWithoutLink]);
  const withLink = isBack ? texts.how.back : texts.how.stall(shortCode);
  return (
    <>
      <English>{isWithoutLink ? texts.how.noSignal : withLink}</English>
      <span className={styles.switches}>
        <BandButton
          icon={QrCode}
          {...texts.showCode}
          onClick={() => {
            holdCode(link);
            location.assign(startOf.stall);
          }}
        />
        {canEnrol() && (
          <BandButton
            icon={isWithoutLink ? Wifi : WifiOff}
            {...(isWithoutLink ? texts.restore : texts.cut)}
            onClick={() => {
              setBack(isWithoutLink);
              switchLink(!isWithoutLink);
            }}
          />
        )}
      </span>
    </>
  );
}

interface BandButtonProps {
  icon: LucideIcon;
  main: string;
  beside: string;
  onClick: () => void;
}

function BandButton({ icon, main, beside, onClick }: BandButtonProps) {
  return (
    <button type="button" className={styles.switch} onClick={onClick}>
      <Icon of={icon} size={20} />
      <span>
        {main} <span lang="en">{beside}</span>
      </span>
    </button>
  );
}

function English({ children }: { children: string }) {
  return (
    <p lang="en" className={`fill small ${styles.english}`}>
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

/** Marks this tab as the customer's and navigates to their page. */
function OpenPhone({ facts }: { facts: DemoFacts }) {
  const { path } = useDemoVoucher(facts);
  useEffect(() => {
    keepVisitor('customer');
    location.replace(path);
  }, [path]);
  return <Opening />;
}

/** Marks this tab as the person's, signs them in and navigates to their step. */
function OpenAs({ facts, person }: { facts: DemoFacts; person: DemoPerson }) {
  const loadCommands = useCommands();
  const { link } = useDemoVoucher(facts);
  const [failure, setFailure] = useState('');
  const isUnderWay = useRef(false);

  async function open(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure('');
    // Signing in needs the link that the visitor may have left cut.
    switchLink(false);
    const refused = await signInAs(facts, person);
    const reason = refused === '' && person === 'stall' ? await enrolTablet(loadCommands, facts) : refused;
    isUnderWay.current = false;
    setFailure(reason);
    if (reason !== '') return;
    keepVisitor(person);
    if (location.search === goals.noSignal && canEnrol()) {
      holdCode(link);
      switchLink(true);
    }
    location.replace(location.search === goals.lines ? linesPath : startOf[person]);
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
 * The customer's page reads its balance again when it is shown. Here it does so every few seconds, because the
 * visitor watches it fall while the stall charges in another tab.
 */
function useFreshBalance(): void {
  useEffect(() => {
    if (location.pathname !== '/code-qr') return undefined;
    const timer = setInterval(() => document.dispatchEvent(new Event('visibilitychange')), askEveryMs);
    return () => clearInterval(timer);
  }, []);
}
