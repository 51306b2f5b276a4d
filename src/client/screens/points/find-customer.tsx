import { Search, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/failure-notice.tsx';
import { pointsTexts, redemptionTexts as texts } from '#src/client/texts/points-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Loading } from '#src/client/ui/loading.tsx';
import { formatAmount } from '#src/domain/money.ts';
import type { FoundCustomer, PointsHolder } from './use-found-customer.ts';
import styles from './points.module.css';

export function FindCustomer({ found }: { found: FoundCustomer }) {
  const [typed, setTyped] = useState('');
  if (found.isLoading && found.error === null) return <Loading />;
  if (found.customer !== null) return <Chosen customer={found.customer} onChange={found.clear} />;
  return (
    <>
      <form
        className={styles.search}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') found.searchFor(typed);
        }}
      >
        <Field
          label={texts.searchLabel}
          labelHidden
          icon={Search}
          placeholder={texts.searchLabel}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={found.isSearching} busyText={texts.searching}>
          {texts.search}
        </Button>
      </form>
      <FailureNotice error={found.error} />
      <div aria-live="polite">
        <Matches found={found} />
      </div>
    </>
  );
}

function Matches({ found }: { found: FoundCustomer }) {
  const { matches, q, choose } = found;
  if (matches === undefined) return <p className={styles.note}>{texts.hint}</p>;
  if (matches.length === 0) return <p className={styles.nobody}>{texts.nobody(q)}</p>;
  return (
    <>
      <p className={styles.note}>{texts.several}</p>
      <ul className={styles.matches}>
        {matches.map(({ _id, ownerName, identificacion }) => (
          <li key={_id}>
            <span>
              <b>{personName(ownerName)}</b>
              {texts.identification(identificacion)}
            </span>
            <Button
              variant="secondary"
              size="row"
              aria-label={texts.chooseOf(personName(ownerName))}
              onClick={() => choose(_id)}
            >
              {texts.choose}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Chosen({ customer: { user, points }, onChange }: { customer: PointsHolder; onChange: () => void }) {
  return (
    <div className={styles.chosen}>
      <div>
        <p className={styles.name}>{personName(user.ownerName)}</p>
        <p>{texts.identification(user.identificacion)}</p>
      </div>
      <p className={styles.points}>
        <span>{texts.has}</span>
        {pointsTexts.pointsOf(formatAmount(points))}
      </p>
      <Button variant="secondary" size="row" icon={UserRoundX} onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  );
}
