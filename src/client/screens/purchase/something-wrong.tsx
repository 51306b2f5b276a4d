import { useState } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { callServer } from '#src/client/api/call-server.ts';
import { readFailureText } from '#src/client/queries/failure-text.ts';
import { somethingWrongTexts as texts } from '#src/client/texts/vouchers/history-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import { type MarketContact, placeCalls } from '#src/contract/markets/place-calls.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import type { VoucherId } from '#src/protocol/brands.ts';

interface SomethingWrongProps {
  codeQrUuid: VoucherId;
  purchase: Pick<PurchaseRow, 'codeCompra' | 'estanteName' | 'price' | 'createAt'>;
  /** On the receipt's green. */
  isOnReceipt?: boolean;
}

/** ¿Algo no cuadra?: the phone of the market of a purchase, and a prepared message to it. */
export function SomethingWrong({ codeQrUuid, purchase, isOnReceipt = false }: SomethingWrongProps) {
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<CallAnswer<MarketContact>>();
  const { codeCompra } = purchase;
  async function ask(): Promise<void> {
    setBusy(true);
    setRead(
      await callServer(placeCalls.findMarketOfPurchase, {
        params: { id: codeQrUuid },
        query: { codeCompra },
      }),
    );
    setBusy(false);
  }
  return (
    <div className="stack-8">
      {read?.kind !== 'ok' && (
        <Button
          variant={isOnReceipt ? 'on-zocalo-outline' : 'text'}
          size="row"
          busy={busy}
          onClick={() => void ask()}
        >
          {texts.ask}
        </Button>
      )}
      {read?.kind === 'ok' ? (
        <Contact contact={read.data} purchase={purchase} isOnReceipt={isOnReceipt} />
      ) : (
        read !== undefined && <p role="alert">{readFailureText(read)}</p>
      )}
    </div>
  );
}

function Contact({
  contact: { marketName, phone },
  purchase: { codeCompra, estanteName, price, createAt },
  isOnReceipt,
}: Omit<SomethingWrongProps, 'codeQrUuid'> & { contact: MarketContact }) {
  if (phone === '') return <p>{texts.goTo(marketName, codeCompra)}</p>;
  const words = texts.message(codeCompra, amountText(price), estanteName, dateTimeText(createAt));
  const className = buttonClass({
    variant: isOnReceipt === true ? 'on-zocalo-outline' : 'secondary',
    size: 'row',
  });
  // Accounts hold Colombian numbers without the country's 57.
  return (
    <>
      <p>{texts.tell(marketName, codeCompra)}</p>
      <a
        ref={focusOnMount}
        className={className}
        href={`https://wa.me/57${phone}?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
      >
        {texts.write}
      </a>
      <a className={className} href={`tel:+57${phone}`}>
        {texts.call(phone.replace(/^(\d{3})(\d{3})/, '$1 $2 '))}
      </a>
    </>
  );
}
