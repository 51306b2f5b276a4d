import { useEffect, useId, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateText, lastDayText } from '#src/client/shared/dates.ts';
import { purchaseTexts as texts } from '#src/client/texts/counter/purchase-texts.ts';
import { holderCalls } from '#src/contract/calls/holder.ts';
import type { HolderCodes, VoucherView } from '#src/contract/money/voucher.ts';
import styles from './codes.module.css';

/** What the owner has on all papers. Nobody waits for it: without an answer there is no line. */
export function useHolderCodes({ uuid }: Pick<VoucherView, 'uuid'>): HolderCodes | null {
  const [codes, setCodes] = useState<HolderCodes | null>(null);
  useEffect(() => {
    let live = true;
    const read = async () => {
      const answer = await callServer(holderCalls.readHolderCodes, { params: { id: uuid } });
      if (live && answer.kind === 'ok') setCodes(answer.data);
    };
    void read();
    return () => {
      live = false;
    };
  }, [uuid]);
  return codes;
}

interface OtherCodesProps {
  voucher: VoucherView;
  held: HolderCodes | null;
}

/** The sum of somebody who has several papers, and each of them; whoever has one reads nothing new. */
export function OtherCodes({ voucher, held }: OtherCodesProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  if (held === null || held.count === 0 || (held.count === 1 && voucher.status)) return null;
  return (
    <div className={styles.codes}>
      <p>
        {voucher.status ? (
          <>
            {texts.thisCode} <b>{amountText(voucher.monto)}</b> · {texts.inAll}{' '}
            <b>{amountText(held.total)}</b> {texts.inCodes(held.count)}
          </>
        ) : (
          <b>{texts.stillHas(amountText(held.total), held.count)}</b>
        )}{' '}
        <button
          type="button"
          className={styles.show}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.hideCodes : texts.seeCodes(held.count)}
        </button>
      </p>
      <ul id={list} className={styles.list} hidden={!isOpen}>
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
    </div>
  );
}
