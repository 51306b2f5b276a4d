import {
  Sprout,
  ShieldCheck,
  ShoppingBasket,
  Store,
  Wallet,
  ArrowRight,
  QrCode as QrIcon,
} from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { type DemoVisitor, goToTab, addressOf, tabNameOf } from '#src/client/screens/demo/demo-tabs.ts';
import { useDemoVoucher } from '#src/client/screens/demo/use-demo-voucher.ts';
import { LanguageSwitch } from '#src/client/shared/entrance/language-switch.tsx';
import { useWords } from '#src/client/shared/entrance/use-words.ts';
import { QrCode } from '#src/client/shared/print/qr-code.tsx';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { demoTexts, type DemoTexts } from '#src/client/texts/demo/demo-texts.ts';
import { Cenefa } from '#src/client/ui/brand/cenefa.tsx';
import { PixelDrawing } from '#src/client/ui/brand/pixel-drawing.tsx';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import { buttonClass, Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Piece } from '#src/client/ui/notes/piece.tsx';
import { type DemoFacts, isReachable } from '#src/domain/demo-facts.ts';
import { DemoStep } from './demo-step.tsx';
import { DemoWordsContext, useDemoWords } from './demo-words.ts';
import { type TabState, useOpened } from './use-opened.ts';
import styles from './demo-screen.module.css';

const steps = ['point', 'stall', 'customer'] as const;

const loadEnglish = () => import('#src/client/texts/english/demo-english.ts').then((m) => m.demoEnglish);

/** The demo for a newcomer, in one minute: three steps, each in its own tab that is already signed in. */
export function DemoScreen({ facts }: { facts: DemoFacts }) {
  const { words: texts, choose } = useWords<DemoTexts>(demoTexts, loadEnglish);
  const { stateOf, wait } = useOpened();
  const voucher = useDemoVoucher(facts);
  const [last, setLast] = useState<DemoVisitor | null>(null);
  useEffect(() => {
    document.title = `${texts.title} · ${appTexts.name}`;
  }, [texts]);

  function open(visitor: DemoVisitor): void {
    setLast(visitor);
    wait(visitor);
    // The customer's tab follows to the latest code issued.
    const isStale = (place: Location): boolean =>
      visitor === 'customer' && voucher !== null && !voucher.path.startsWith(place.pathname + place.search);
    goToTab(visitor, isStale);
  }

  const next = steps.find((step) => stateOf(step) !== 'opened');
  const canReach = isReachable(facts.publicUrl);
  const usual = (step: (typeof steps)[number], at: number) => ({
    step,
    number: at + 1,
    state: stateOf(step),
    isNext: step === next,
    onOpen: () => open(step),
  });
  return (
    <DemoWordsContext value={texts}>
      <div className={styles.page} lang={texts.lang}>
        <header className={styles.bar}>
          <div className={styles.brand}>
            <Wordmark size={34} />
            <LanguageSwitch language={texts.lang} onChoose={choose} />
          </div>
          <Cenefa className={styles.barCenefa} />
          <p className={styles.notice}>
            <Icon of={Sprout} size={22} />
            <span>
              <span>{texts.notice[0]}</span> <span>{texts.notice[1]}</span>
            </span>
          </p>
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.lead}>
            {texts.lead.main}{' '}
            <span lang={texts.besideLang} className="soft">
              {texts.lead.beside}
            </span>
          </p>
          <ol className={styles.steps}>
            <DemoStep {...usual('point', 0)} art={<NoteToCode link={voucher?.link} />} />
            <DemoStep {...usual('stall', 1)} art={<StallToBasket />} typedCode={voucher?.shortCode} />
            <DemoStep {...usual('customer', 2)} art={<PhoneCode link={voucher?.link} canReach={canReach} />}>
              <ScanPhone link={voucher?.link} canReach={canReach} />
            </DemoStep>
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

function said(
  last: DemoVisitor | null,
  stateOf: (visitor: DemoVisitor) => TabState,
  texts: DemoTexts,
): string {
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
  const go = (visitor: DemoVisitor) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(visitor);
  };
  return (
    <footer className={styles.foot}>
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
              onClick={go(visitor)}
            >
              <Icon of={icon} size={20} />
              <span className={styles.wide}>{texts.others[visitor].wide}</span>
              <span className={styles.narrow}>{texts.others[visitor].narrow}</span>
            </a>
          </li>
        ))}
      </ul>
    </footer>
  );
}

interface CodeProps {
  /** Absent until known. */
  link: string | undefined;
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
      <span className={styles.small}>
        {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="118px" />}
      </span>
    </div>
  );
}

/** A stall hands over goods. */
function StallToBasket() {
  return (
    <div className={styles.turns}>
      <span className={styles.stall}>
        <PixelDrawing name="stall" />
      </span>
      <Icon of={ArrowRight} size={32} className={styles.arrow} />
      <span className={styles.basket}>
        <PixelDrawing name="basket" />
      </span>
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
      <span className={styles.large}>
        {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="180px" />}
      </span>
      <div className={styles.aim}>{canReach ? <p>{texts.aim}</p> : <NeedsLan />}</div>
    </div>
  );
}

/** On a phone, the code is shown to another phone. */
function ScanPhone({ link, canReach }: PhoneCodeProps) {
  const texts = useDemoWords();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.onPhone}>
      <Button variant="secondary" size="row" wide icon={QrIcon} onClick={() => setShown(true)}>
        {texts.showQr}
      </Button>
      {isShown && (
        <ReadDialog title={texts.showQr} onClose={() => setShown(false)}>
          <div className={styles.shown}>
            {link !== undefined && <QrCode text={link} label={texts.qrLabel} size="180px" />}
            <b>{texts.aim}</b>
            {canReach ? <p>{texts.sameNetwork}</p> : <NeedsLan />}
          </div>
        </ReadDialog>
      )}
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
        {texts.lanCommand[0]} <span className={styles.whole}>{texts.lanCommand[1]}</span>
      </code>
    </p>
  );
}
