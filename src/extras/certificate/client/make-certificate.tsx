import { FileCheck2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { today } from '#src/client/shared/period/period.ts';
import { Button } from '#src/client/ui/button.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import { periodName } from '#src/extras/certificate/client/certificate-words.ts';
import { certificateTexts } from '#src/extras/certificate/texts/certificate-texts.ts';
import { makeCertificateTexts as texts } from '#src/extras/certificate/texts/make-certificate-texts.ts';
import styles from './certificate-page.module.css';

interface MakeCertificateProps {
  role: UserType;
  summary: PurchaseSummary;
}

/** Constancia de ventas: the choice of stall, and of month or year. A stall has no choice of stall. */
export function MakeCertificate({ role, summary }: MakeCertificateProps) {
  const navigate = useNavigate();
  const stalls = role === 'ESTANTE' ? null : summary.stalls;
  const [period, setPeriod] = useState(() => today().slice(0, 7));
  const [stall, setStall] = useState('');
  const [isTried, setTried] = useState(false);
  const lacksStall = stalls !== null && stall === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!lacksStall) {
      const of = stall === '' ? '' : `&estante=${stall}`;
      void navigate(`/dashboard/reportes/constancia?periodo=${period}${of}`);
    }
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
          options={periodsUntil(today())}
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

/** Returns this year and the two before it, newest first, each followed by its months. */
function periodsUntil(day: string): { value: string; label: string }[] {
  const [thisYear = 0, thisMonth = 0] = day.split('-').map(Number);
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
