import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { amountText } from '#src/client/shared/amounts.ts';
import { markedParts } from '#src/client/shared/marked-parts.ts';
import { personName } from '#src/client/shared/names.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { CustomerMatches } from './use-customer-matches.ts';
import styles from './customer-matches.module.css';

interface CustomerMatchesListProps {
  matches: CustomerMatches;
  onChoose: (customer: PublicUser, isHere: boolean) => void;
  /** Enter was pressed and several have the name: somebody chooses. */
  takesFocus: boolean;
  /** beside each other, in one row */
  isRow?: boolean;
}

/** Who has the letters that are being typed: one touch takes the person. */
export function CustomerMatchesList({
  matches,
  onChoose,
  takesFocus,
  isRow = false,
}: CustomerMatchesListProps) {
  const { typed, found } = matches;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.querySelector('button')?.focus();
  }, [takesFocus]);
  return (
    <div className={isRow ? `${styles.matches} ${styles.row}` : styles.matches}>
      <ul ref={list}>
        {found.map(({ customer, isHere, balance }) => (
          <li key={customer._id}>
            <button type="button" onClick={() => onChoose(customer, isHere)}>
              <span>
                <b>
                  <Marked text={personName(customer.ownerName)} typed={typed} />
                </b>
                <Marked text={customer.identificacion} typed={typed} />
              </span>
              {balance !== undefined && <span className={styles.balance}>{amountText(balance)}</span>}
              <Icon of={ChevronRight} size={22} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  return markedParts(text, typed).map((part, place) =>
    part.isMarked ? <mark key={place}>{part.text}</mark> : part.text,
  );
}
