import type { OfflineView } from '#src/client/commands/preview-offline-sale.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { ageText, whenText } from '#src/client/shared/list-age.ts';
import { offlineTexts as texts } from '#src/client/texts/offline-texts.ts';
import { saleTexts } from '#src/client/texts/sale-texts.ts';
import { Badge } from '#src/client/ui/badge.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { shortCodeOf } from '#src/domain/short-code.ts';
import type { ScannedSale } from './scanned-sale.ts';
import styles from './sale-pad.module.css';

/** A voucher as this tablet knows it without a link: by its code, with the balance last heard and its time. */
export function KnownCard({ scanned }: { scanned: Extract<ScannedSale, { kind: 'known' }> }) {
  const { known, knownAt } = scanned.view;
  return (
    <div className={styles.customer}>
      <div>
        <p className={`${styles.small} ${styles.since}`}>{saleTexts.customer}</p>
        <p className={styles.name}>{shortCodeOf(scanned.voucherId)}</p>
        <p className={styles.small}>
          {knownAt === null ? texts.knownByCode : texts.knownAt(whenText(knownAt))}
        </p>
      </div>
      <div className={styles.worth}>
        <Badge kind="pending">{texts.known}</Badge>
        <p className={styles.balance}>{amountText(known)}</p>
      </div>
    </div>
  );
}

export function KnownNotices({ view }: { view: OfflineView }) {
  return (
    <>
      <Notice kind="pending">{texts.most(amountText(view.most))}</Notice>
      {view.oldListMs !== null && <Notice kind="info">{texts.listOld(ageText(view.oldListMs))}</Notice>}
    </>
  );
}
