import {
  ArrowRight,
  QrCode as QrIcon,
  Scale,
  ShieldCheck,
  ShoppingBasket,
  Sprout,
  Store,
  Wallet,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { appTexts } from '#src/client/texts/common-texts.ts';
import type { DemoTexts } from '#src/client/texts/demo/demo-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { buttonClass } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import { type DemoFacts, isReachable } from '#src/domain/demo-facts.ts';
import { DemoStep, DemoWordsContext, useDemoWords, useWords } from './demo-step.tsx';
import {
  addressOf,
  addressOfStep,
  type DemoMark,
  type DemoStepName,
  type DemoVisitor,
  goals,
  goToTab,
  inTab,
  linesPath,
  stepTabs,
  tabNameOf,
  type TabState,
  useOpened,
} from './demo-tabs.ts';
import { canEnrol } from './enrol-tablet.ts';
import { useDemoVoucher } from './use-demo-voucher.ts';
import styles from './demo-screen.module.css';

const steps = Object.keys(stepTabs) as DemoStepName[];

/** The demo for a newcomer, in ten minutes: four steps, each in a tab that is already signed in. */
export function DemoScreen({ facts }: { facts: DemoFacts }) {
  const { words: texts, choose } = useWords();
  const { stateOf, wait } = useOpened();
  const voucher = useDemoVoucher(facts);
  const [last, setLast] = useState<DemoMark | null>(null);
  useEffect(() => {
    document.title = `${texts.title} · ${appTexts.name}`;
  }, [texts]);

  function open(mark: DemoMark): void {
    setLast(mark);
    wait(mark);
    const isStep = mark in stepTabs;
    const visitor = mark === 'noSignal' ? stepTabs[mark] : mark;
    // The customer's tab follows to the latest code issued, and the stall's goes to its scanner to lose its link.
    const isStale = (place: Location): boolean =>
      mark === 'noSignal' || (mark === 'customer' && !voucher.path.startsWith(place.pathname + place.search));
    goToTab(tabNameOf(visitor), isStep ? addressOfStep(mark as DemoStepName) : addressOf(visitor), isStale);
  }

  function openLines(): void {
    setLast('market');
    wait('market');
    goToTab(tabNameOf('market'), linesAddress, ({ pathname }) => pathname !== linesPath);
  }

  const next = steps.find((step) => stateOf(step) !== 'opened');
  const canReach = isReachable(facts.publicUrl);
  const usual = (step: DemoStepName) => ({
    step,
    number: steps.indexOf(step) + 1,
    state: stateOf(step),
    isNext: step === next,
    onOpen: () => open(step),
  });
  return (
    <DemoWordsContext value={texts}>
      <div className={styles.page} lang={texts.lang}>
        <DemoBar onChoose={choose} />
        <main className={styles.main}>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className="not-on-phones">
            {texts.lead.main}{' '}
            <span lang={texts.besideLang} className="soft">
              {texts.lead.beside}
            </span>
          </p>
          <ol className={`stack-12 ${styles.steps}`}>
            <DemoStep {...usual('point')} art={<NoteToCode link={voucher.link} />} />
            <DemoStep
              {...usual('stall')}
              art={<StallToBasket by={ArrowRight} />}
              typedCode={voucher.shortCode}
            />
            <DemoStep {...usual('customer')} art={<PhoneCode link={voucher.link} canReach={canReach} />}>
              <ScanPhone link={voucher.link} canReach={canReach} />
            </DemoStep>
            <DemoStep
              {...usual('noSignal')}
              art={<StallToBasket by={WifiOff} />}
              foot={<Decide onOpen={openLines} />}
            />
          </ol>
          <p role="status" className="visually-hidden">
            {said(last, stateOf, texts)}
          </p>
        </main>
        <DemoFoot onOpen={open} />
      </div>
    </DemoWordsContext>
  );
}

function DemoBar({ onChoose }: { onChoose: (language: DemoTexts['lang']) => void }) {
  const { lang, notice } = useDemoWords();
  // The switch is labelled with the other language, in that language.
  const other = lang === 'es' ? 'en' : 'es';
  return (
    <header className={styles.bar}>
      <div className="split">
        <Wordmark size={34} />
        <button
          type="button"
          lang={other}
          className={`plain small strong end ${styles.language}`}
          onClick={() => onChoose(other)}
        >
          {other === 'en' ? 'English' : 'Español'}
        </button>
      </div>
      <Cenefa className={styles.barCenefa} />
      <p className={`row-12 strong ${styles.notice}`}>
        <Icon of={Sprout} size={22} />
        <span>
          <span>{notice[0]}</span> <span>{notice[1]}</span>
        </span>
      </p>
    </header>
  );
}

const linesAddress = addressOf('market') + goals.lines;

function said(last: DemoMark | null, stateOf: (mark: DemoMark) => TabState, texts: DemoTexts): string {
  const place = steps.findIndex((step) => step === last);
  if (last === null || place < 0) return '';
  const words: Record<TabState, string> = { closed: '', waiting: texts.waiting, opened: texts.opened };
  const state = words[stateOf(last)];
  return state === '' ? '' : texts.said(place + 1, state);
}

const others = [
  ['market', Wallet],
  ['otherStall', Store],
  ['supplier', ShoppingBasket],
  ['admin', ShieldCheck],
] as const;

/** Further people of the market, each in their own tab. */
function DemoFoot({ onOpen }: { onOpen: (visitor: DemoVisitor) => void }) {
  const texts = useDemoWords();
  return (
    <footer className={`split-12 ${styles.foot}`}>
      <div className={styles.words}>
        <h2>{texts.comeInAs.main}</h2>
        <p lang={texts.besideLang}>{texts.comeInAs.beside}</p>
      </div>
      <ul className={styles.others}>
        {others.map(([visitor, icon]) => (
          <li key={visitor}>
            <a
              href={addressOf(visitor)}
              target={tabNameOf(visitor)}
              className={buttonClass({ variant: 'on-zocalo-outline', size: 'row', className: styles.other })}
              onClick={inTab(() => onOpen(visitor))}
            >
              <Icon of={icon} size={20} />
              <span>{texts.others[visitor]}</span>
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

interface CodeProps {
  link: string;
}

/** Cash becomes a voucher. */
function NoteToCode({ link }: CodeProps) {
  const texts = useDemoWords();
  return (
    <div className={styles.turns}>
      <span className={styles.note}>
        <Piece value={50_000} />
      </span>
      <Icon of={ArrowRight} size={32} className={styles.arrow} />
      <span className={styles.code}>
        <QrCode text={link} label={texts.qrLabel} size="118px" />
      </span>
    </div>
  );
}

/** A stall hands over goods, with a link or without one. */
function StallToBasket({ by }: { by: LucideIcon }) {
  return (
    <div className={styles.turns}>
      <span className={styles.stall}>
        <PixelDrawing name="stall" />
      </span>
      <Icon of={by} size={by === WifiOff ? 56 : 32} className={styles.arrow} />
      <span className={styles.basket}>
        <PixelDrawing name="basket" />
      </span>
    </div>
  );
}

/** The second half of step 4: the line that a copied code has left. */
function Decide({ onOpen }: { onOpen: () => void }) {
  const { decide, needsSecure, besideLang } = useDemoWords();
  return (
    <div className={`stack-8 ruled ${styles.decide}`}>
      {!canEnrol() && (
        <p className={styles.needs}>
          <span>{needsSecure.main}</span> <span lang={besideLang}>{needsSecure.beside}</span>
        </p>
      )}
      <a
        href={linesAddress}
        target={tabNameOf('market')}
        className={buttonClass({ variant: 'secondary', wide: true })}
        onClick={inTab(onOpen)}
      >
        <Icon of={Scale} />
        <span>{decide.open}</span>
      </a>
      <p className="strong">{decide.main}</p>
      <p lang={besideLang} className="soft small">
        {decide.beside}
      </p>
    </div>
  );
}

interface PhoneCodeProps extends CodeProps {
  /** A phone in the same network can reach this server. */
  canReach: boolean;
}

/** The customer's page for a real phone, scanned from this screen. */
function PhoneCode({ link, canReach }: PhoneCodeProps) {
  const texts = useDemoWords();
  return (
    <div className={styles.phone}>
      <span className={styles.code}>
        <QrCode text={link} label={texts.qrLabel} size="180px" />
      </span>
      <div className={styles.aim}>{canReach ? <p>{texts.aim}</p> : <NeedsLan />}</div>
    </div>
  );
}

/** On a phone, the code is shown to another phone. */
function ScanPhone({ link, canReach }: PhoneCodeProps) {
  const texts = useDemoWords();
  const code = (onClose: () => void) => (
    <ReadDialog title={texts.showQr} onClose={onClose}>
      <div className={styles.shown}>
        <QrCode text={link} label={texts.qrLabel} size="180px" />
        <b>{texts.aim}</b>
        {canReach ? <p>{texts.sameNetwork}</p> : <NeedsLan />}
      </div>
    </ReadDialog>
  );
  return (
    <div className={styles.onPhone}>
      <DialogButton variant="secondary" size="row" wide icon={QrIcon} render={code}>
        {texts.showQr}
      </DialogButton>
    </div>
  );
}

/** Explains what is missing before a phone can open the code. */
function NeedsLan() {
  const texts = useDemoWords();
  return (
    <p className={styles.needs}>
      <span>{texts.needsLan.main}</span> <span lang={texts.besideLang}>{texts.needsLan.beside}</span>
      <code>
        {texts.lanCommand[0]} <span className="whole">{texts.lanCommand[1]}</span>
      </code>
    </p>
  );
}
