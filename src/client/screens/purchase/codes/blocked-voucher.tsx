import { HandCoins, IdCard, type LucideIcon } from 'lucide-react';
import { endedTexts as texts } from '#src/client/texts/vouchers/ended-texts.ts';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import styles from './ended-voucher.module.css';

/** A voucher that its owner or the market blocked: the owner and a finder each read what to do. */
export function BlockedVoucher({ voucher }: { voucher: VoucherView }) {
  const because = voucher.blockedBecause ?? 'person';
  return (
    <section className={styles.ended}>
      <EmptyState heading="h1" drawing="lock" title={texts.blockedTitle}>
        <p>{texts.blockedBecause[because]}</p>
      </EmptyState>
      <ul className={styles.rows}>
        <Case icon={IdCard} title={texts.isYours} advice={texts.toOwner[because]} />
        {because === 'person' && <Case icon={HandCoins} title={texts.wasFound} advice={texts.toFinder} />}
      </ul>
    </section>
  );
}

function Case({ icon, title, advice }: { icon: LucideIcon; title: string; advice: string }) {
  return (
    <li>
      <Icon of={icon} />
      <p>
        <b>{title}</b> <small>{advice}</small>
      </p>
    </li>
  );
}
