import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { dateText } from '#src/client/shared/dates.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/payment-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import { WayForm } from './way-form.tsx';
import { wayText } from './way-text.ts';
import styles from './own-way.module.css';

/** A stall's own: how it is paid, and changing it. */
export function OwnWay({ balance }: { balance: StallBalance }) {
  const { way, changedAt } = balance.payment;
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel className={styles.panel}>
      <div>
        <h2>{texts.title}</h2>
        <p>
          <b>{wayText(way)}</b>
        </p>
        {way.kind !== 'CASH' && <p className={styles.note}>{texts.of(way.holder, way.identificacion)}</p>}
        {changedAt !== null && <p className={styles.note}>{texts.changed(dateText(changedAt))}</p>}
      </div>
      <div>
        <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
          {texts.change}
        </Button>
      </div>
      {isOpen && <WayForm way={way} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
