import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { ownMarketTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';
import { Wordmark } from '#src/client/ui/brand/wordmark.tsx';
import paperStyles from '#src/client/money/papers/paper.module.css';
import styles from './market-poster.module.css';

interface MarketPosterProps {
  marketName: string;
  code: string;
  link: string;
  onBack: () => void;
}

/** Poster for the market's office. Scanning it opens the registration in this market. */
export function MarketPoster({ marketName, code, link, onBack }: MarketPosterProps) {
  return (
    <PrintFrame heading={texts.posterTitle} name={code} copies={`poster:${code}`} onBack={onBack}>
      {(paper) => (
        <article
          className={
            paper === 'A4'
              ? `${paperStyles.sheet} ${styles.poster}`
              : `${paperStyles.roll} ${paper === '58mm' ? paperStyles.narrow : paperStyles.wide} ${styles.poster}`
          }
        >
          <Wordmark size={paper === 'A4' ? 48 : 24} tone="ink" />
          <p className={styles.market}>{marketName}</p>
          <h1 className={styles.call}>{texts.call}</h1>
          <QrCode text={link} label={texts.qr} size={paper === 'A4' ? '110mm' : '42mm'} />
          <p>{texts.how}</p>
          <p className={styles.code}>{code}</p>
          <p className={styles.address}>{link}</p>
        </article>
      )}
    </PrintFrame>
  );
}
