import { FileCheck2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { periodName } from '#src/client/shared/certificate/certificate-words.ts';
import { certificateTexts } from '#src/client/texts/certificate/certificate-texts.ts';
import { makeCertificateTexts as texts } from '#src/client/texts/certificate/make-certificate-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import styles from './certificate.module.css';

interface MakeCertificateProps {
  /** Of a market all its stalls; a stall is its own. */
  stalls: PurchaseSummary['stalls'] | null;
  /** the market's day, "2026-11-23" */
  today: string;
}

/** constancia de ventas: which stall, which month or year. */
export function MakeCertificate({ stalls, today }: MakeCertificateProps) {
  const navigate = useNavigate();
  const [period, setPeriod] = useState(today.slice(0, 7));
  const [stall, setStall] = useState('');
  const [isTried, setTried] = useState(false);
  const lacksStall = stalls !== null && stall === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!lacksStall) void navigate(`?constancia=${period}${stall === '' ? '' : `&estante=${stall}`}`);
  }
  return (
    <Panel className={styles.make}>
      <form noValidate onSubmit={submit}>
        <h2>{certificateTexts.title}</h2>
        <p>{texts.intro}</p>
        {stalls !== null && (
          <SelectField
            label={texts.stall}
            placeholder={texts.chooseStall}
            options={stalls.map(({ estanteId, estanteName }) => ({ value: estanteId, label: estanteName }))}
            value={stall}
            error={isTried && lacksStall ? texts.chooseStall : undefined}
            onChange={({ target }) => setStall(target.value)}
          />
        )}
        <SelectField
          label={texts.period}
          options={periodsUntil(today)}
          value={period}
          onChange={({ target }) => setPeriod(target.value)}
        />
        <div>
          <Button type="submit" variant="secondary" icon={FileCheck2}>
            {texts.make}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** This year and the two before it, newest first, each before its months. */
function periodsUntil(today: string): { value: string; label: string }[] {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  return [thisYear, thisYear - 1, thisYear - 2].flatMap((year) => {
    const last = year === thisYear ? thisMonth : 12;
    const months = Array.from({ length: last }, (_, n) => last - n);
    return [
      { value: String(year), label: texts.wholeYear(year) },
      ...months.map((month) => ({
        value: `${year}-${String(month).padStart(2, '0')}`,
        label: periodName({ year, month }),
      })),
    ];
  });
}
