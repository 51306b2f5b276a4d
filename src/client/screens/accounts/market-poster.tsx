import { PrintFrame } from '#src/client/money/papers/print-frame.tsx';
import { PaperCode, PrintedPaper } from '#src/client/money/papers/printed-paper.tsx';
import { ownMarketTexts as texts } from '#src/client/texts/accounts/accounts-texts.ts';

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
        <PrintedPaper paper={paper} isPoster issuer={[marketName]} heading={texts.call}>
          <PaperCode text={link} label={texts.qr} size={paper === 'A4' ? '110mm' : '42mm'} short={code} />
          <p>{texts.how}</p>
          <p>{link}</p>
        </PrintedPaper>
      )}
    </PrintFrame>
  );
}
