import { ArrowLeft, ChevronRight, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SearchForm } from '#src/client/list/search-field.tsx';
import { useDeviceFacts } from '#src/client/local/live/live-device.ts';
import { useCustomer } from '#src/client/queries/customers.ts';
import { markedParts } from '#src/client/screens/top-up/customer/marked-parts.ts';
import type { TopUpForm } from '#src/client/screens/top-up/use-top-up-form.ts';
import { offlineTexts } from '#src/client/texts/sync/offline-texts.ts';
import { topUpTexts as texts } from '#src/client/texts/topups/top-up-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { StepHead } from '#src/client/ui/layers/step-head.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import { type CustomerMatches, useCustomerMatches, useRecentCustomers } from './use-customer-search.ts';
import styles from '#src/client/screens/top-up/top-up.module.css';

interface CustomerStepProps {
  form: TopUpForm;
  /** Opens the registration with the text of the search. */
  onRegister: (identification: string) => void;
}

export function CustomerStep({ form, onRegister }: CustomerStepProps) {
  const { query, search, locked, round } = form;
  const isOpen = (search.kind === 'idle' || search.kind === 'several') && !locked;
  const matches = useCustomerMatches(query, isOpen);
  const recent = useRecentCustomers(isOpen && query === '');
  const count = matches?.found.length ?? 0;
  const hasRecent = recent !== null && recent.found.length > 0;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (round > 0) window.scrollTo(0, 0);
    field.current?.focus({ preventScroll: true });
  }, [round]);
  return (
    <section className={`stack-12 pad-row ${styles.step}`}>
      <StepHead number={1} title={texts.customer} reached />
      <SearchForm
        texts={texts}
        className={`cluster ${styles.search}`}
        typed={query}
        onTyped={form.type}
        onSearch={() => {
          field.current?.focus();
          if (!locked) void form.searchFor(query);
        }}
        isSearching={search.kind === 'searching'}
        readOnly={locked}
        fieldRef={field}
      />
      <div className={styles.answer}>
        <div aria-live="polite">
          {search.kind === 'found' && <FoundCustomer {...search} onChange={form.changeCustomer} />}
          {isOpen && !hasRecent && <p className="soft small">{countText(matches)}</p>}
          {search.kind === 'empty' && <p className="small strong wrong">{texts.searchEmpty}</p>}
          {(search.kind === 'nobody' || search.kind === 'nobody-here') && (
            <Nobody query={search.query} isAway={search.kind === 'nobody-here'} onRegister={onRegister} />
          )}
          {search.kind === 'failed' && <p className="small strong wrong">{search.message}</p>}
        </div>
        {matches !== null && count > 0 && (
          <CustomerMatchesList
            matches={matches}
            onChoose={form.takeCustomer}
            takesFocus={search.kind === 'several'}
          />
        )}
        {hasRecent && (
          <section aria-label={texts.recent}>
            <h2 className="soft small">{texts.recent}</h2>
            <CustomerMatchesList matches={recent} onChoose={form.takeCustomer} isRecent />
          </section>
        )}
      </div>
    </section>
  );
}

interface NobodyProps {
  query: string;
  /** No link: only customers stored on this device could be found. */
  isAway: boolean;
  onRegister: (identification: string) => void;
}

/**
 * A customer who is not found is registered with the number typed. Offline only an enrolled device stores it.
 */
function Nobody({ query, isAway, onRegister }: NobodyProps) {
  const isEnrolled = useDeviceFacts()?.state === 'active';
  const canRegister = !query.includes('@') && (!isAway || isEnrolled);
  return (
    <div className="stack-12">
      <p>
        <b>{texts.nobody(query)}</b>
        <span className="under">
          {isAway
            ? isEnrolled
              ? offlineTexts.nobodyHere
              : offlineTexts.nobodyHereNotKept
            : texts.nobodyHint}
        </span>
      </p>
      {canRegister && (
        <Button icon={UserRoundPlus} onClick={() => onRegister(query)}>
          {texts.registerAs(query)}
        </Button>
      )}
    </div>
  );
}

function countText(matches: CustomerMatches | null): string {
  const count = matches?.found.length ?? 0;
  if (matches === null || count === 0) return texts.searchHint;
  return matches.hasMore ? texts.moreMatches(count) : texts.matches(count);
}

interface FoundCustomerProps {
  customer: PublicUser;
  isHere: boolean;
  /** A phone's way back to the search, which it hides. */
  onChange: () => void;
}

function FoundCustomer({ customer, isHere, onChange }: FoundCustomerProps) {
  return (
    <div className={`row-12 between ${styles.found}`}>
      <button type="button" className="back" aria-label={texts.changeCustomer} onClick={onChange}>
        <Icon of={ArrowLeft} size={28} />
      </button>
      <div className={`fill breaks ${styles.who}`}>
        <p className="normal strong">{personName(customer.ownerName)}</p>
        <p>{texts.identification(customer.identificacion)}</p>
        {!isHere && <p>{texts.registeredOn(dateText(customer.createAt))}</p>}
      </div>
      {isHere ? <Badge kind="pending">{offlineTexts.foundHere}</Badge> : <Holdings id={customer._id} />}
    </div>
  );
}

/**
 * The customer's current balance, which customers often come to ask for. Its space is reserved while it
 * loads.
 */
function Holdings({ id }: { id: PublicUser['_id'] }) {
  const { data } = useCustomer(id);
  const codes = data?.vouchers.filter(({ status }) => status).length ?? 0;
  return (
    <dl className={`row-16 ${styles.holdings}`}>
      <div>
        <dt>{texts.has}</dt>
        <dd className="sum-21">{data === undefined ? '···' : amountText(data.balance)}</dd>
        <dd>{data !== undefined && codes > 0 && texts.inCodes(codes)}</dd>
      </div>
      <div>
        <dt>{texts.points}</dt>
        <dd className="sum-21">{data === undefined ? '···' : data.points}</dd>
      </div>
    </dl>
  );
}

interface CustomerMatchesListProps {
  matches: CustomerMatches;
  onChoose: TopUpForm['takeCustomer'];
  /** Enter was pressed and several customers have this name: the cashier chooses. */
  takesFocus?: boolean;
  /** Served last: side by side where the width allows it. */
  isRecent?: boolean;
}

/** Customers who match the text so far; one tap chooses. */
function CustomerMatchesList(props: CustomerMatchesListProps) {
  const { matches, onChoose, takesFocus = false, isRecent = false } = props;
  const { typed, found } = matches;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.querySelector('button')?.focus();
  }, [takesFocus]);
  return (
    <div className={isRecent ? undefined : styles.matches}>
      <ul ref={list} className={isRecent ? 'grid-10' : 'card rows'}>
        {found.map(({ customer, isHere, balance }) => (
          <li key={customer._id}>
            <button
              type="button"
              className={isRecent ? 'row-12 go chip' : 'row-12 plain go'}
              onClick={() => onChoose(customer, isHere)}
            >
              <span className={isRecent ? 'fill one-line' : 'fill breaks'}>
                <b>
                  <Marked text={personName(customer.ownerName)} typed={typed} />
                </b>
                <span className="under">
                  <Marked text={customer.identificacion} typed={typed} />
                </span>
              </span>
              {balance !== undefined && (
                <span className={`strong whole ${styles.balance}`}>{amountText(balance)}</span>
              )}
              {!isRecent && <Icon of={ChevronRight} size={22} />}
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
