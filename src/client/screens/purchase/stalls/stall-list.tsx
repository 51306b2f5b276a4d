import { ArrowLeft, ChevronRight, Search, Store } from 'lucide-react';
import { useState } from 'react';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { plainText } from '#src/client/texts/written/names.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Overlay } from '#src/client/ui/layers/dialog.tsx';
import type { Stall } from '#src/contract/markets/stall.ts';
import { boughtOn, nearestFirst, type StallsOfVoucher } from './known-stalls.ts';
import styles from './stall-list.module.css';

/** Shorter lists need no search field. */
const searchFrom = 9;

interface StallListProps {
  offered: StallsOfVoucher;
  known: ReadonlyMap<string, number>;
  onChoose: (stall: Stall) => void;
  onClose: () => void;
}

/** All stalls in one list: those where this phone paid, then alphabetical, with other markets last. */
export function StallList({ offered, known, onChoose, onClose }: StallListProps) {
  const [search, setSearch] = useState('');
  const { stalls, ownMarketId } = offered;
  const shown = stalls.filter((stall) => matches(stall, search));
  const before = nearestFirst({ stalls: shown, ownMarketId }, known).filter(({ _id }) => known.has(_id));
  const others = shown
    .filter(({ _id }) => !known.has(_id))
    .sort((one, other) => one.estanteName.localeCompare(other.estanteName, 'es', { numeric: true }));
  const rows = { known, onChoose };
  return (
    <Overlay label={texts.chooseFrom} look="bare" onClose={onClose}>
      <header className={`row underlined ${styles.head}`}>
        <button type="button" className="back" aria-label={texts.backToCode} onClick={onClose}>
          <Icon of={ArrowLeft} size={28} />
        </button>
        <h2 className="fill">{texts.chooseFrom}</h2>
        <p className="strong">{stalls.length}</p>
      </header>
      <div className={`stack-12 pad-16 ${styles.body}`}>
        {stalls.length >= searchFrom && (
          <Field
            label={texts.searchStall}
            labelHidden
            icon={Search}
            type="search"
            placeholder={texts.searchStall}
            data-safe
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <p role="status" className="if-any">
          {shown.length === 0 ? texts.noStallMatches : ''}
        </p>
        <Rows title={texts.boughtBefore} stalls={before} {...rows} />
        <Rows
          title={before.length > 0 ? texts.others : texts.stalls}
          stalls={others.filter(({ globalMarketId }) => globalMarketId === ownMarketId)}
          {...rows}
        />
        <Rows
          title={texts.otherMarkets}
          stalls={others.filter(({ globalMarketId }) => globalMarketId !== ownMarketId)}
          {...rows}
        />
      </div>
    </Overlay>
  );
}

interface RowsProps extends Pick<StallListProps, 'known' | 'onChoose'> {
  stalls: readonly Stall[];
  title: string;
}

function Rows({ title, stalls, known, onChoose }: RowsProps) {
  if (stalls.length === 0) return null;
  return (
    <section className="stack-8">
      <h3 className="small strong">{title}</h3>
      <ul className={`card rows ${styles.rows}`}>
        {stalls.map((stall) => {
          const boughtAt = known.get(stall._id);
          return (
            <li key={stall._id}>
              <button type="button" className="row-12 plain go" onClick={() => onChoose(stall)}>
                <Icon of={Store} size={28} />
                <span className="fill breaks">
                  <b>{stall.estanteName}</b>
                  <span className="under">{boughtAt ? boughtOn(boughtAt) : stall.marketName}</span>
                </span>
                <Icon of={ChevronRight} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Ignores accents and case: "dona" finds "Doña". */
function matches({ estanteName, marketName }: Stall, search: string): boolean {
  return plainText(`${estanteName} ${marketName}`).includes(plainText(search.trim()));
}
