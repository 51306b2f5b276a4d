import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { dayOf, lastDayText } from '#src/client/texts/written/dates.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import styles from '../purchase.module.css';

const dayMs = 86_400_000;
/** Days before its end from which a voucher shows a notice. */
const noticeDays = 30;

/** Shown while there is still time to spend the balance. */
export function EndNotice({ voucher }: { voucher: VoucherView }) {
  const [now] = useState(() => Date.now());
  const { status, expiresAt } = voucher;
  if (!status || expiresAt === undefined) return null;
  const days = (Date.parse(dayOf(Date.parse(expiresAt) - 1)) - Date.parse(dayOf(now))) / dayMs;
  if (days > noticeDays) return null;
  return (
    <p className={`row-12 pad-strip small ${styles.strip}`}>
      <Icon of={CalendarClock} size={32} />
      <span>
        <b>{texts.endsIn(days, lastDayText(expiresAt))}</b>
        <span>{texts.spendBefore}</span>
      </span>
    </p>
  );
}
