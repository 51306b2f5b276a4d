import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeLimits } from '#src/client/api/devices.ts';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import { maxTyped } from '#src/client/shared/amounts.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import type { OfflineLimits } from '#src/contract/device.ts';
import styles from './devices.module.css';

const amounts = ['perVoucher', 'perDevice', 'kioskVoucher', 'kioskTotal'] as const;

export function LimitsForm({ limits, onDone }: { limits: OfflineLimits; onDone: () => void }) {
  const [draft, setDraft] = useState(limits);
  const [hours, setHours] = useState(String(limits.snapshotHours));
  const client = useQueryClient();
  const snapshotHours = Number(hours);
  const areHoursGood = Number.isInteger(snapshotHours) && snapshotHours >= 1 && snapshotHours <= 720;
  const save = useMutation({
    mutationFn: async () => {
      const { perVoucher, perDevice, kioskVoucher, kioskTotal } = draft;
      return take(await changeLimits({ perVoucher, perDevice, snapshotHours, kioskVoucher, kioskTotal }));
    },
    onSuccess: async () => {
      showToast('success', texts.limitsSaved);
      await client.invalidateQueries({ queryKey: ['exposure'] });
      onDone();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (areHoursGood) save.mutate();
  }

  return (
    <form className={styles.limits} noValidate onSubmit={submit}>
      {amounts.map((name) => (
        <AmountField
          key={name}
          label={texts[name]}
          symbol={currencySymbol()}
          amount={draft[name]}
          onAmount={(amount) => setDraft({ ...draft, [name]: amount })}
          max={maxTyped}
        />
      ))}
      <Field
        label={texts.snapshotHours}
        inputMode="numeric"
        maxLength={3}
        error={areHoursGood ? undefined : texts.hoursRange}
        value={hours}
        onChange={(event) => setHours(event.target.value.replaceAll(/\D/g, ''))}
      />
      {save.error instanceof CallFailure && <Notice kind="refused">{failureText(save.error.outcome)}</Notice>}
      <div className={styles.pair}>
        <Button variant="secondary" onClick={onDone}>
          {commonTexts.cancel}
        </Button>
        <Button type="submit" busy={save.isPending}>
          {texts.saveLimits}
        </Button>
      </div>
    </form>
  );
}
