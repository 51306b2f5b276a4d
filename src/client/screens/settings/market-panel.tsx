import { Building2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useMarketSettings, useMarkets } from '#src/client/queries/markets.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { amountText, maxTyped } from '#src/client/shared/amounts.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { toAmount, toMarketCode, type MarketCode } from '#src/contract/brands.ts';
import { maxLength } from '#src/contract/limits.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { adminSettings, type MarketSettings } from '#src/contract/markets/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { ExtraPanels } from './extra-panels.tsx';
import styles from './settings.module.css';

/** ADMIN chooses the market; a market's own comes from its token. */
export function MarketPanel({ userType }: { userType: UserType }) {
  const [market, setMarket] = useState(toMarketCode(''));
  const isAdmin = userType === 'ADMIN';
  const query = useMarketSettings(market, { enabled: !isAdmin || market !== '' });
  return (
    <Panel className="panel-body" aria-labelledby="ajustes-mercado">
      <h2 id="ajustes-mercado">{isAdmin ? texts.marketOf : texts.market}</h2>
      {isAdmin && <MarketChoice market={market} onMarket={setMarket} />}
      {(!isAdmin || market !== '') && (
        <ListBody query={query} data={query.data} skeletonRows={4} bare>
          {(settings) => <MarketForm key={JSON.stringify(settings)} settings={settings} market={market} />}
        </ListBody>
      )}
      {isAdmin && market !== '' && <ExtraPanels place="market" role={userType} market={market} />}
    </Panel>
  );
}

function MarketChoice({ market, onMarket }: { market: MarketCode; onMarket: (code: MarketCode) => void }) {
  const query = useMarkets();
  return (
    <ListBody query={query} data={query.data} skeletonRows={1} bare>
      {(markets) => (
        <SelectField
          label={texts.marketOf}
          labelHidden
          icon={Building2}
          placeholder={texts.chooseMarket}
          options={markets.map(({ globalMarketId, marketName }) => ({
            value: globalMarketId,
            label: marketName,
          }))}
          value={market}
          onChange={(event) => onMarket(toMarketCode(event.target.value))}
        />
      )}
    </ListBody>
  );
}

/** Purchase amount per point while a market has not set its own. */
const usualPointsEvery = toAmount(1000);
const examplePoints = 10;

interface MarketFormProps {
  settings: MarketSettings;
  /** Empty for the user's own market. */
  market: MarketCode;
}

function MarketForm({ settings, market }: MarketFormProps) {
  const [draft, setDraft] = useState(settings);
  const [givesPoints, setGivesPoints] = useState(settings.pointsEvery > 0);
  const pointsEvery = givesPoints ? draft.pointsEvery : toAmount(0);
  const lacksPoints = givesPoints && draft.pointsEvery === 0;
  const save = useChange(
    'market settings changed',
    () => {
      const input = { body: { ...draft, pointsEvery }, query: { globalMarketId: market || undefined } };
      return callServer(marketCalls.changeMarketSettings, input);
    },
    () => showToast('success', texts.saved),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!lacksPoints) save.mutate();
  }

  return (
    <form className="form-column" noValidate onSubmit={submit}>
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
              onAmount={(amount) => setDraft({ ...draft, pointsEvery: toAmount(amount) })}
              max={maxTyped}
              error={lacksPoints ? texts.pointsNeeded : undefined}
            />
            {!lacksPoints && <p className="soft">{exampleOf(draft.pointsEvery)}</p>}
          </>
        )}
      </fieldset>
      <ReceiptLines draft={draft} onDraft={setDraft} />
      <Rules draft={draft} onDraft={setDraft} isAdmin={market !== ''} />
      <FailureNotice error={save.error} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: MarketSettings;
  onDraft: (draft: MarketSettings) => void;
}

/** Decisions that a market makes once. */
function Rules({ isAdmin, ...part }: PartProps & { isAdmin: boolean }) {
  return (
    <details className={styles.rules}>
      <summary>{texts.rules}</summary>
      <fieldset className={styles.group}>
        <legend>{texts.registration}</legend>
        <CheckField
          label={texts.registrationOpen}
          hint={texts.registrationNote}
          checked={part.draft.registrationOpen}
          onChecked={(registrationOpen) => part.onDraft({ ...part.draft, registrationOpen })}
        />
      </fieldset>
      <MoneyCaps {...part} isAdmin={isAdmin} />
      <RefundRules {...part} />
      <TillRules {...part} />
      <ReissueRules {...part} />
      <div className={styles.limits}>
        <h3>{texts.limits}</h3>
        <p>{texts.limitsNote}</p>
        <Link to="/dashboard/dispositivos" className={buttonClass({ variant: 'secondary' })}>
          {texts.toDevices}
        </Link>
      </div>
    </details>
  );
}

/** Limits of the market itself: it sees them, and only ADMIN sets them. */
function MoneyCaps({ draft, onDraft, isAdmin }: PartProps & { isAdmin: boolean }) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.caps}</legend>
      {!isAdmin && <p className="soft">{texts.ownCaps}</p>}
      {adminSettings.map((name) =>
        isAdmin ? (
          <AmountField
            key={name}
            label={texts.capOf[name]}
            symbol={currencySymbol()}
            max={maxTyped}
            amount={draft[name]}
            onAmount={(amount) => onDraft({ ...draft, [name]: toAmount(amount) })}
          />
        ) : (
          <p key={name}>{`${texts.capOf[name]}: ${amountText(draft[name])}`}</p>
        ),
      )}
    </fieldset>
  );
}

/** Off by default: a voucher is not a way to withdraw cash. */
function RefundRules({ draft, onDraft }: PartProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.refunds}</legend>
      <CheckField
        label={texts.refundsOn}
        checked={draft.refundsOn}
        onChecked={(refundsOn) => onDraft({ ...draft, refundsOn })}
      />
    </fieldset>
  );
}

/** Cash at a point that no manager has received is what the market can lose there. */
function TillRules({ draft, onDraft }: PartProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.tills}</legend>
      <AmountField
        label={texts.tillCeiling}
        note={texts.tillCeilingHint}
        symbol={currencySymbol()}
        max={maxTyped}
        amount={draft.tillCeiling}
        onAmount={(tillCeiling) => onDraft({ ...draft, tillCeiling: toAmount(tillCeiling) })}
      />
    </fieldset>
  );
}

/** When a till may reissue a lost voucher without approval. */
function ReissueRules({ draft, onDraft }: PartProps) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.reissues}</legend>
      <NumberField
        label={texts.reissueDelay}
        hint={texts.reissueDelayHint}
        max={1_440}
        value={draft.reissueDelayMinutes}
        onValue={(reissueDelayMinutes) => onDraft({ ...draft, reissueDelayMinutes })}
      />
      <NumberField
        label={texts.reissuesPerDay}
        hint={texts.reissuesPerDayHint}
        max={100}
        value={draft.reissuesPerDay}
        onValue={(reissuesPerDay) => onDraft({ ...draft, reissuesPerDay })}
      />
    </fieldset>
  );
}

interface NumberFieldProps {
  label: string;
  hint: string;
  max: number;
  value: number;
  onValue: (value: number) => void;
}

function NumberField({ max, value, onValue, ...field }: NumberFieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      value={String(value)}
      onChange={(event) =>
        onValue(Math.min(max, Number(event.target.value.replaceAll(/\D/g, '').slice(0, 5))))
      }
    />
  );
}

function ReceiptLines({ draft, onDraft }: PartProps) {
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
