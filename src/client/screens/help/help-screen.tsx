import {
  Banknote,
  BatteryCharging,
  Calculator,
  ChartColumn,
  CircleCheck,
  HandCoins,
  Hourglass,
  KeyRound,
  type LucideIcon,
  OctagonX,
  Printer,
  QrCode,
  ScanQrCode,
  Search,
  SendHorizontal,
  ShieldCheck,
  ShoppingBag,
  TabletSmartphone,
  UserRound,
  UserRoundCheck,
  WifiOff,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import { appVersion } from '#src/client/device/storage-health.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { appTexts } from '#src/client/texts/common-texts.ts';
import { type Guide, helpTexts, helpTexts as texts, type Picture } from '#src/client/texts/help-texts.ts';
import { Mark } from '#src/client/ui/brand/wordmark.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { manualPath } from '#src/contract/manual.ts';
import { guidesFor, hasManualPage } from './guides-for.ts';
import { ManualPanel } from './manual-panel.tsx';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './help.module.css';

/** Short guides of the user's role, each printable as one sheet. */
export function HelpScreen() {
  const userType = useActor()?.userType;
  const [chosen, setChosen] = useState<string | null>(null);
  const paper = useRef<HTMLElement>(null);
  const guides = guidesFor(userType);
  const guide = guides.find(({ id }) => id === chosen) ?? guides[0];
  const print = usePrintDocument({
    contentRef: paper,
    paper: 'A4',
    title: guide?.title ?? texts.title,
    onFailed: () => showToast('error', texts.printFailed),
  });
  if (guide === undefined) return null;
  return (
    <>
      <header className={listStyles.head}>
        <h1>{texts.title}</h1>
        <Button variant="secondary" size="row" icon={Printer} onClick={print}>
          {texts.print}
        </Button>
      </header>
      <p className="soft">{texts.intro}</p>
      <ManualPanel />
      {guides.length > 1 && (
        <FilterChips
          label={texts.guides}
          chips={guides.map(({ id, title }) => ({ value: id, label: title }))}
          chosen={guide.id}
          onChoose={setChosen}
        />
      )}
      <article ref={paper} className={styles.guide}>
        <header className={styles.wall}>
          <Mark />
          <p>
            <b>{appTexts.name}</b>
            {texts.wall}
          </p>
        </header>
        <h2 className={styles.title}>{guide.title}</h2>
        <GuideSteps guide={guide} />
        {hasManualPage(guide) && (
          <a
            className={styles.pictures}
            href={`${manualPath}${guide.id}.html`}
            target="_blank"
            rel="noreferrer"
          >
            {texts.withPictures}
          </a>
        )}
      </article>
      {appVersion !== '' && <p className="soft">{texts.version(appVersion)}</p>}
    </>
  );
}

const pictures: Record<Picture, LucideIcon> = {
  search: Search,
  cash: Banknote,
  printer: Printer,
  qr: QrCode,
  scan: ScanQrCode,
  amount: Calculator,
  paid: CircleCheck,
  refused: OctagonX,
  waiting: Hourglass,
  offline: WifiOff,
  send: SendHorizontal,
  person: UserRound,
  approve: UserRoundCheck,
  report: ChartColumn,
  devices: TabletSmartphone,
  product: ShoppingBag,
  key: KeyRound,
  audit: ShieldCheck,
  pay: HandCoins,
  battery: BatteryCharging,
};

/** Each step has a picture, a number and one sentence. */
function GuideSteps({ guide }: { guide: Guide }) {
  return (
    <ol className={styles.steps}>
      {guide.steps.map(({ picture, text }, place) => (
        <li key={text} className={styles.step}>
          <span className={styles.picture}>
            <Icon of={pictures[picture]} size={56} />
          </span>
          <p>
            <b>{helpTexts.step(place + 1)}</b>
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
