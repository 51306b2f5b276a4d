import { List, Store } from 'lucide-react';
import { lazy, useState } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Optional } from '#src/client/ui/crash-guard.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Carousel } from '#src/client/ui/layers/carousel.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import { boughtOn, nearestFirst, readKnownStalls, type StallsOfVoucher } from './known-stalls.ts';
import styles from './stall-picker.module.css';

const StallList = lazy(() => import('./stall-list.tsx').then((m) => ({ default: m.StallList })));

interface StallPickerProps {
  offered: StallsOfVoucher;
  /** Takes the focus when the customer returns from the amount. */
  takesFocus: boolean;
  onChoose: (stall: Stall) => void;
  /** The customer looks through the stalls. */
  onBrowse: () => void;
}

/** One stall per slide, with the last one used in the voucher's market first; also as a list. */
export function StallPicker({ offered, takesFocus, onChoose, onBrowse }: StallPickerProps) {
  const [isListOpen, setListOpen] = useState(false);
  const [known] = useState(readKnownStalls);
  const { stalls } = offered;
  return (
    <section className={`stack-8 ${styles.picker}`}>
      <div className="split-4">
        <h2 tabIndex={-1} ref={takesFocus ? focusOnMount : null}>
          {texts.chooseStall}
        </h2>
        {stalls.length > 1 && (
          <Button
            variant="text"
            icon={List}
            aria-haspopup="dialog"
            onClick={() => {
              onBrowse();
              setListOpen(true);
            }}
          >
            {texts.all(stalls.length)}
          </Button>
        )}
      </div>
      {stalls.length === 0 && <p>{texts.noStalls}</p>}
      {stalls.length > 0 && (
        <Carousel
          label={texts.stalls}
          items={nearestFirst(offered, known)}
          keyOf={(stall) => stall._id}
          onMove={onBrowse}
          render={(stall) => {
            const boughtAt = known.get(stall._id);
            return (
              <article className={`stack-8 ${styles.card}`}>
                <div className={`row-12 ${styles.stall}`}>
                  <Icon of={Store} size={40} />
                  <div>
                    <h3 className="normal strong breaks">{stall.estanteName}</h3>
                    <p className="under">{stall.marketName}</p>
                    {boughtAt !== undefined && <p className="under">{boughtOn(boughtAt)}</p>}
                  </div>
                </div>
                <Button
                  variant="secondary"
                  aria-label={`${texts.choose} ${stall.estanteName}`}
                  onClick={() => onChoose(stall)}
                >
                  {texts.choose}
                </Button>
              </article>
            );
          }}
        />
      )}
      {isListOpen && (
        <Optional>
          <StallList offered={offered} known={known} onChoose={onChoose} onClose={() => setListOpen(false)} />
        </Optional>
      )}
    </section>
  );
}

/** The chosen stall in one line, while the amount is typed. */
export function ChosenStall({ stall, onChange }: { stall: Stall; onChange: () => void }) {
  return (
    <section className={`stack-8 ${styles.picker}`}>
      <h2>{texts.stallChosen}</h2>
      <article className={`flow ${styles.chosen}`}>
        <Icon of={Store} size={32} />
        <h3 className="normal strong breaks">{stall.estanteName}</h3>
        <Button variant="secondary" aria-label={texts.changeStall(stall.estanteName)} onClick={onChange}>
          {texts.change}
        </Button>
      </article>
    </section>
  );
}
