import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeMarketSettings } from '#src/client/api/market-settings.ts';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { settingsTexts as texts } from '#src/client/texts/settings-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { CheckField } from '#src/client/ui/check-field.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { showToast } from '#src/client/ui/show-toast.ts';
import { maxLength } from '#src/contract/limits.ts';
import type { MarketSettings } from '#src/contract/market-settings.ts';
import { formatAmount } from '#src/domain/money.ts';
import styles from './settings.module.css';

/** What a market gives a point for where it has not said it yet. */
const usualPointsEvery = 1000;
const examplePoints = 10;

interface MarketFormProps {
  settings: MarketSettings;
  /** empty: one's own */
  market: string;
}

export function MarketForm({ settings, market }: MarketFormProps) {
  const [draft, setDraft] = useState(settings);
  const [givesPoints, setGivesPoints] = useState(settings.pointsEvery > 0);
  const client = useQueryClient();
  const pointsEvery = givesPoints ? draft.pointsEvery : 0;
  const lacksPoints = givesPoints && draft.pointsEvery === 0;
  const save = useMutation({
    mutationFn: async () =>
      take(await changeMarketSettings({ ...draft, pointsEvery }, market === '' ? undefined : market)),
    onSuccess: async () => {
      showToast('success', texts.saved);
      await client.invalidateQueries({ queryKey: ['market-settings'] });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!lacksPoints) save.mutate();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <fieldset className={styles.group}>
        <legend>{texts.points}</legend>
        <CheckField
          label={texts.givesPoints}
          hint={texts.givesPointsNote}
          checked={givesPoints}
          onChecked={(checked) => {
            setGivesPoints(checked);
            if (checked && draft.pointsEvery === 0) setDraft({ ...draft, pointsEvery: usualPointsEvery });
          }}
        />
        {givesPoints && (
          <>
            <AmountField
              label={texts.pointsEvery}
              symbol={currencySymbol()}
              amount={draft.pointsEvery}
              onAmount={(amount) => setDraft({ ...draft, pointsEvery: amount })}
              max={maxTyped}
              error={lacksPoints ? texts.pointsNeeded : undefined}
            />
            {!lacksPoints && <p className={styles.soft}>{exampleOf(draft.pointsEvery)}</p>}
          </>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{texts.registration}</legend>
        <CheckField
          label={texts.registrationOpen}
          hint={texts.registrationNote}
          checked={draft.registrationOpen}
          onChecked={(registrationOpen) => setDraft({ ...draft, registrationOpen })}
        />
      </fieldset>
      <ReceiptLines draft={draft} onDraft={setDraft} />
      {save.error !== null && (
        <Notice kind="refused">
          {save.error instanceof CallFailure ? failureText(save.error.outcome) : commonTexts.unknownError}
        </Notice>
      )}
      <div>
        <Button type="submit" busy={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

function ReceiptLines({
  draft,
  onDraft,
}: {
  draft: MarketSettings;
  onDraft: (draft: MarketSettings) => void;
}) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.receipts}</legend>
      <Field
        label={texts.heading}
        hint={texts.headingHint}
        maxLength={maxLength.reason}
        value={draft.receiptHeading}
        onChange={(event) => onDraft({ ...draft, receiptHeading: event.target.value })}
      />
      <Field
        label={texts.footer}
        hint={texts.footerHint}
        maxLength={maxLength.reason}
        value={draft.receiptFooter}
        onChange={(event) => onDraft({ ...draft, receiptFooter: event.target.value })}
      />
    </fieldset>
  );
}

function exampleOf(pointsEvery: number): string {
  return texts.pointsExample(amountText(pointsEvery * examplePoints), formatAmount(examplePoints));
}
