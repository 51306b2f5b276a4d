import { Check, Search, Store } from 'lucide-react';
import { useState } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/counter/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { Carousel } from '#src/client/ui/layers/carousel.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import styles from './stall-picker.module.css';

interface StallPickerProps {
  stalls: readonly Stall[];
  chosen: Stall | null;
  onChoose: (stall: Stall) => void;
}

export function StallPicker({ stalls, chosen, onChoose }: StallPickerProps) {
  const [searching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const shown = stalls.filter((stall) => matches(stall, search));
  return (
    <section className={styles.picker}>
      <h2>{texts.chooseStall}</h2>
      {searching && (
        <Field
          label={texts.searchStall}
          labelHidden
          icon={Search}
          type="search"
          placeholder={texts.searchStall}
          ref={focusOnMount}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {stalls.length === 0 && <p>{texts.noStalls}</p>}
      {stalls.length > 0 && shown.length === 0 && <p role="status">{texts.noStallMatches}</p>}
      {shown.length > 0 && (
        <Carousel
          key={search}
          label={texts.stalls}
          items={shown}
          keyOf={(stall) => stall._id}
          render={(stall) => (
            <StallCard stall={stall} chosen={stall._id === chosen?._id} onChoose={() => onChoose(stall)} />
          )}
          middle={
            <Button variant="text" icon={Search} aria-expanded={searching} onClick={() => setSearching(true)}>
              {texts.search}
            </Button>
          }
        />
      )}
    </section>
  );
}

interface StallCardProps {
  stall: Stall;
  chosen: boolean;
  onChoose: () => void;
}

function StallCard({ stall, chosen, onChoose }: StallCardProps) {
  return (
    <article className={chosen ? `${styles.card} ${styles.chosen}` : styles.card}>
      <div className={styles.stall}>
        <Icon of={Store} size={40} />
        <div>
          <h3>{stall.estanteName}</h3>
          <p>{stall.marketName}</p>
        </div>
      </div>
      <Button
        variant={chosen ? 'primary' : 'secondary'}
        icon={chosen ? Check : undefined}
        aria-pressed={chosen}
        aria-label={`${chosen ? texts.chosen : texts.choose} ${stall.estanteName}`}
        onClick={onChoose}
      >
        {chosen ? texts.chosen : texts.choose}
      </Button>
    </article>
  );
}

/** Without accents and capitals: who types "dona" finds "Doña". */
function matches(stall: Stall, search: string): boolean {
  return plain(`${stall.estanteName} ${stall.marketName}`).includes(plain(search.trim()));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
