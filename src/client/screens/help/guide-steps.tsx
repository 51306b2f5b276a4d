import type { LucideIcon } from 'lucide-react';
import {
  Banknote,
  BatteryCharging,
  Calculator,
  ChartColumn,
  CircleCheck,
  HandCoins,
  Hourglass,
  KeyRound,
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
import type { Guide, Picture } from '#src/client/texts/help-texts.ts';
import { helpTexts } from '#src/client/texts/help-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import styles from './help.module.css';

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

/** A picture, a number and one sentence each. */
export function GuideSteps({ guide }: { guide: Guide }) {
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
