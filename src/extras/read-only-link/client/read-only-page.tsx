import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import type { Outcome } from '#src/client/api/outcome.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { CustomerBar } from '#src/client/shared/customer-page/customer-bar.tsx';
import { dateText, dateTimeText, lastDayText, timeText } from '#src/client/shared/dates.ts';
import { personName } from '#src/client/shared/names.ts';
import { AmountNotes } from '#src/client/shared/notes/amount-notes.tsx';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { patchConnection } from '#src/client/state/connection.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { purchaseTexts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Loading } from '#src/client/ui/feedback/spinner.tsx';
import { readOnlyLinkCalls } from '#src/extras/read-only-link/contract/calls.ts';
import type { VoucherGlance } from '#src/extras/read-only-link/contract/schemas.ts';
import { readOnlyLinkTexts as texts } from '#src/extras/read-only-link/texts/read-only-link-texts.ts';
import pageStyles from '#src/client/shared/customer-page/customer-page.module.css';
import styles from './read-only-link.module.css';

type Read = { outcome: Outcome<VoucherGlance>; at: number };

/** Shows the voucher of a read-only link. The key is after the "#", so that no request for a page carries it. */
export function ReadOnlyPage() {
  const [key, setKey] = useState(() => location.hash.slice(1));
  const [read, setRead] = useState<Read | null>(null);
  const load = useCallback(async () => {
    const outcome = await callServer(readOnlyLinkCalls.readView, { params: { key: key === '' ? '-' : key } });
    patchConnection({ link: outcome.kind === 'unreachable' ? 'offline' : 'online' });
    return { outcome, at: Date.now() };
  }, [key]);
  useEffect(() => {
    const onHash = () => setKey(location.hash.slice(1));
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  useEffect(() => {
    document.title = texts.pageTitle;
    let live = true;
    void load().then((answer) => live && setRead(answer));
    return () => {
      live = false;
    };
  }, [load]);
  const onRetry = () => void load().then(setRead);
  return (
    <div className={pageStyles.page}>
      <CustomerBar />
      {read === null ? (
        <main>
          <Loading />
        </main>
      ) : read.outcome.kind === 'ok' ? (
        <VoucherFigures glance={read.outcome.data} at={read.at} onAgain={onRetry} />
      ) : (
        <Unseen outcome={read.outcome} onRetry={onRetry} />
      )}
    </div>
  );
}

function VoucherFigures({ glance, at, onAgain }: { glance: VoucherGlance; at: number; onAgain: () => void }) {
  const { monto, state, face, createAt, expiresAt } = glance;
  return (
    <main className={styles.figures}>
      <h1>{texts.of(personName(glance.ownerName))}</h1>
      <p className={pageStyles.worth}>{amountText(monto)}</p>
      <AmountNotes amount={monto} size="panel" />
      <p>
        <b>{texts.states[state]}</b>
        {expiresAt !== undefined && state === 'ACTIVE'
          ? ` · ${purchaseTexts.endsOn(lastDayText(expiresAt))}`
          : ''}
      </p>
      <p className="soft">{texts.from(amountText(face), dateText(createAt))}</p>
      <p className="soft" role="status">
        {texts.read(timeText(at))}
      </p>
      <Button variant="secondary" icon={RefreshCw} onClick={onAgain}>
        {texts.again}
      </Button>
      <section>
        <h2>{texts.purchases}</h2>
        {glance.purchases.length === 0 && <p>{purchaseTexts.noHistory}</p>}
        <ul className={pageStyles.purchases}>
          {glance.purchases.map(({ estanteName, price, givenBack, createAt: when }, place) => (
            <li key={place}>
              <span>
                <b>{estanteName}</b>
                {dateTimeText(when)}
                {givenBack > 0 && <small>{givenBackText(price, givenBack)}</small>}
              </span>
              <strong>
                {givenBack > 0 && <s>{amountText(price)}</s>} {amountText(price - givenBack)}
              </strong>
            </li>
          ))}
        </ul>
      </section>
      <p className="soft">{texts.onlyLooks}</p>
    </main>
  );
}

function givenBackText(price: number, back: number): string {
  if (back >= price) return purchaseTexts.voided;
  return purchaseTexts.voidedInPart(amountText(price), amountText(back), amountText(price - back));
}

/** A new link or the holder ends a key permanently. Every other failure can be retried. */
function Unseen({
  outcome,
  onRetry,
}: {
  outcome: Exclude<Outcome<VoucherGlance>, { kind: 'ok' }>;
  onRetry: () => void;
}) {
  const isGone = outcome.kind !== 'unreachable' && outcome.status === 404;
  const isCut = outcome.kind === 'unreachable';
  return (
    <main className={pageStyles.problem}>
      <EmptyState
        heading="h1"
        drawing={isGone ? 'no-code' : isCut ? 'no-signal' : 'basket'}
        title={isGone ? texts.gone : isCut ? commonTexts.noConnection : commonTexts.somethingFailed}
        mustAct
        actions={
          <Button icon={RefreshCw} onClick={onRetry}>
            {commonTexts.tryAgain}
          </Button>
        }
      >
        <p>{isGone ? texts.goneNote : isCut ? '' : failureText(outcome)}</p>
      </EmptyState>
    </main>
  );
}
