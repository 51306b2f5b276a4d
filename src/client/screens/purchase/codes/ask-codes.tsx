import { type KeyboardEvent, useId, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText, lastDayText } from '#src/client/shared/dates.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { purchaseTexts as texts } from '#src/client/texts/purchases/purchase-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { maxLength } from '#src/contract/limits.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import type { HolderCodes, VoucherView } from '#src/contract/vouchers/schemas.ts';
import styles from './codes.module.css';

/** The owner's vouchers, after the identification is typed. The number is not stored. */
export function AskCodes({ voucher }: { voucher: VoucherView }) {
  const [held, setHeld] = useState<HolderCodes | null>(null);
  return held ? <CodesList held={held} /> : <AskDocument voucher={voucher} onShown={setHeld} />;
}

/** Not a form element: it is inside the purchase form. */
function AskDocument({ voucher, onShown }: { voucher: VoucherView; onShown: (held: HolderCodes) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    const identificacion = typed.trim();
    if (identificacion === '' || isBusy) return;
    setBusy(true);
    const input = { params: { id: voucher.uuid }, body: { identificacion } };
    const answer = await callServer(holderCalls.readAllHolderCodes, input);
    setBusy(false);
    if (answer.kind === 'ok') return onShown(answer.data);
    const isRefused = answer.kind === 'refused';
    if (isRefused && answer.code === 'IDENTIFICATION_MISMATCH') setError(texts.notOwner);
    else if (isRefused && answer.status === 429) setError(texts.noMoreTries);
    else setError(failureText(answer));
  };
  const askOnEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void ask();
  };
  return (
    <div className="stack-8">
      <p>{texts.typeDocument}</p>
      <Field
        ref={focusOnMount}
        label={texts.document}
        hint={texts.notKept}
        error={error}
        maxLength={maxLength.identificacion}
        data-safe
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
        onKeyDown={askOnEnter}
      />
      <Button variant="secondary" busy={isBusy} busyText={texts.asking} onClick={() => void ask()}>
        {texts.seeMine}
      </Button>
    </div>
  );
}

function CodesList({ held }: { held: HolderCodes }) {
  const title = useId();
  return (
    <>
      <p id={title} tabIndex={-1} ref={focusOnMount}>
        {texts.inAll} <b>{amountText(held.total)}</b> {texts.inCodes(held.count)}
      </p>
      <ul className={styles.list} aria-labelledby={title}>
        {held.codes.map(({ monto, createAt, expiresAt, isThis }, place) => (
          <li key={place}>
            <span>
              {texts.toppedUpOn(dateText(createAt))}
              <small>
                {[
                  isThis ? texts.isThis : '',
                  expiresAt === undefined ? '' : texts.endsOn(lastDayText(expiresAt)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <b>{amountText(monto)}</b>
          </li>
        ))}
        {held.count > held.codes.length && <li>{texts.moreCodes(held.count - held.codes.length)}</li>}
      </ul>
    </>
  );
}
