import { Building2, LogOut } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import type { SettingsPlace } from '#src/client/extra.ts';
import { clientExtras } from '#src/client/extras.ts';
import { ConfirmDialog, DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { newPasswordFields } from '#src/client/form/entrance/new-password-fields.ts';
import type { FormField } from '#src/client/form/fields.tsx';
import { FormBlock, saying, useSave } from '#src/client/form/form-page.tsx';
import { SeenAndHeardPanel } from '#src/client/form/seen-and-heard-panel.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { leave } from '#src/client/queries/leave.ts';
import { useMarkets, useMarketSettings } from '#src/client/queries/markets.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import { settingsTexts as texts } from '#src/client/texts/accounts/settings-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { passwordCalls } from '#src/contract/accounts/password-calls.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { adminSettings, type MarketSettings, marketSettingsSchema } from '#src/contract/markets/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { type MarketCode, toAmount, toMarketCode } from '#src/protocol/brands.ts';

/** The market's rules for its managers; password and sessions for everyone. */
export function SettingsScreen() {
  const user = useSessionUser();
  if (user === null) return null;
  const manages = user.userType === 'ADMIN' || user.userType === 'GLOBAL_MARKET';
  const own = { role: user.userType, market: toMarketCode(user.globalMarketId) };
  const worksWithMoney = user.userType === 'ESTANTE' || user.userType === 'RECARGA';
  return (
    <>
      <h1>{texts.title}</h1>
      <div className="stack halves">
        {manages && <MarketPanel userType={user.userType} />}
        <div className="stack">
          <ExtraPanels place="own" {...own} />
          {worksWithMoney && <SeenAndHeardPanel />}
          <ChangePassword email={user.email} />
          <ExtraPanels place="password" {...own} />
          <SignOutPanel />
        </div>
      </div>
    </>
  );
}

function SignOutPanel() {
  const signOut = useChange(
    [],
    () => callServer(passwordCalls.signOutEverywhere),
    saying(() => texts.signedOut, leave),
  );
  const ask = (onNo: () => void) => (
    <ConfirmDialog
      title={texts.askEverywhere}
      no={texts.noEverywhere}
      yes={texts.yesEverywhere}
      tone="danger"
      save={signOut}
      onNo={onNo}
    >
      <p>{texts.askEverywhereNote}</p>
    </ConfirmDialog>
  );
  return (
    <Panel className="panel-body" aria-labelledby="sesiones">
      <h2 id="sesiones">{texts.sessions}</h2>
      <p className="soft">{texts.sessionsNote}</p>
      <div>
        <DialogButton variant="danger" icon={LogOut} render={ask}>
          {texts.everywhere}
        </DialogButton>
      </div>
    </Panel>
  );
}

const empty = { current: '', password: '', again: '' };

/** A new password ends every session, including this one. */
function ChangePassword({ email }: { email: string }) {
  const save = useSave(
    [],
    ({ current, password }: typeof empty) =>
      callServer(passwordCalls.changePassword, { body: { currentPassword: current, password } }),
    saying(() => texts.changed, leave),
  );
  return (
    <Panel className="panel-body" aria-labelledby="cambiar-clave">
      <h2 id="cambiar-clave">{texts.password}</h2>
      <p className="soft">{texts.passwordNote}</p>
      <FormBlock
        start={empty}
        fields={(draft) => [
          { kind: 'part', of: <input type="hidden" name="username" autoComplete="username" value={email} /> },
          {
            kind: 'password',
            name: 'current',
            label: texts.current,
            autoComplete: 'current-password',
            wrong: texts.currentNeeded,
          },
          ...newPasswordFields(draft),
        ]}
        save={save}
        yes={texts.change}
        busyText={texts.changing}
      />
    </Panel>
  );
}

/** ADMIN chooses the market; a market's own comes from its token. */
function MarketPanel({ userType }: { userType: UserType }) {
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

type MarketDraft = MarketSettings & { givesPoints: boolean };

function MarketForm({ settings, market }: MarketFormProps) {
  const save = useSave(
    'market settings changed',
    ({ givesPoints, ...draft }: MarketDraft) => {
      const pointsEvery = givesPoints ? draft.pointsEvery : toAmount(0);
      const input = { body: { ...draft, pointsEvery }, query: { globalMarketId: market || undefined } };
      return callServer(marketCalls.changeMarketSettings, input);
    },
    () => showToast('success', texts.saved),
  );
  return (
    <FormBlock
      contract={marketSettingsSchema}
      start={{ ...settings, givesPoints: settings.pointsEvery > 0 }}
      fields={(draft) => [
        { kind: 'group', title: texts.points, fields: pointsFields(draft) },
        {
          kind: 'group',
          title: texts.receipts,
          fields: [
            {
              kind: 'text',
              name: 'receiptHeading',
              label: texts.heading,
              hint: texts.headingHint,
            },
            {
              kind: 'text',
              name: 'receiptFooter',
              label: texts.footer,
              hint: texts.footerHint,
            },
          ],
        },
        { kind: 'fold', title: texts.rules, fields: rulesOf(settings, market !== '') },
      ]}
      save={save}
      yes={texts.save}
    />
  );
}

function pointsFields({ givesPoints, pointsEvery }: MarketDraft): FormField<MarketDraft>[] {
  const given: FormField<MarketDraft>[] = [
    {
      kind: 'amount',
      name: 'pointsEvery',
      label: texts.pointsEvery,
      fault: pointsEvery === 0 ? texts.pointsNeeded : undefined,
    },
    { kind: 'part', of: pointsEvery > 0 && <p className="soft">{exampleOf(pointsEvery)}</p> },
  ];
  return [
    {
      kind: 'check',
      name: 'givesPoints',
      label: texts.givesPoints,
      hint: texts.givesPointsNote,
      also: (draft) => ({ pointsEvery: draft.pointsEvery === 0 ? usualPointsEvery : draft.pointsEvery }),
    },
    ...(givesPoints ? given : []),
  ];
}

/** Decisions that a market makes once. */
function rulesOf(settings: MarketSettings, isAdmin: boolean): FormField<MarketDraft>[] {
  return [
    {
      kind: 'group',
      title: texts.registration,
      fields: [
        {
          kind: 'check',
          name: 'registrationOpen',
          label: texts.registrationOpen,
          hint: texts.registrationNote,
        },
      ],
    },
    // Limits of the market itself: it sees them, and only ADMIN sets them.
    {
      kind: 'group',
      title: texts.caps,
      fields: isAdmin
        ? adminSettings.map((name) => ({ kind: 'amount', name, label: texts.capOf[name] }))
        : [{ kind: 'part', of: <OwnCaps settings={settings} /> }],
    },
    // Off by default: a voucher is not a way to withdraw cash.
    {
      kind: 'group',
      title: texts.refunds,
      fields: [{ kind: 'check', name: 'refundsOn', label: texts.refundsOn }],
    },
    // Cash at a point that no manager has received is what the market can lose there.
    {
      kind: 'group',
      title: texts.tills,
      fields: [
        {
          kind: 'amount',
          name: 'tillCeiling',
          label: texts.tillCeiling,
          note: texts.tillCeilingHint,
        },
      ],
    },
    // When a till may reissue a lost voucher without approval.
    {
      kind: 'group',
      title: texts.reissues,
      fields: [
        {
          kind: 'count',
          name: 'reissueDelayMinutes',
          label: texts.reissueDelay,
          hint: texts.reissueDelayHint,
        },
        {
          kind: 'count',
          name: 'reissuesPerDay',
          label: texts.reissuesPerDay,
          hint: texts.reissuesPerDayHint,
        },
      ],
    },
    { kind: 'part', of: toLimits },
  ];
}

function OwnCaps({ settings }: { settings: MarketSettings }) {
  return (
    <>
      <p className="soft">{texts.ownCaps}</p>
      {adminSettings.map((name) => (
        <p key={name}>{`${texts.capOf[name]}: ${amountText(settings[name])}`}</p>
      ))}
    </>
  );
}

const toLimits = (
  <div className="stack-8 ruled">
    <h3>{texts.limits}</h3>
    <p>{texts.limitsNote}</p>
    <div>
      <Link to="/dashboard/dispositivos" className={buttonClass({ variant: 'secondary' })}>
        {texts.toDevices}
      </Link>
    </div>
  </div>
);

function exampleOf(pointsEvery: number): string {
  return texts.pointsExample(amountText(pointsEvery * examplePoints), formatAmount(examplePoints));
}

/** Panels that extras add at one place of the settings page. */
function ExtraPanels({ place, role, market }: { place: SettingsPlace; role: UserType; market: MarketCode }) {
  return Object.entries(clientExtras).flatMap(([name, { settingsPanels = [] }]) =>
    settingsPanels
      .filter((panel) => panel.place === place && panel.roles.includes(role))
      .map(({ Panel }, nth) => (
        <Suspense key={`${name} ${nth}`} fallback={<SkeletonRows rows={2} />}>
          <Panel market={market} />
        </Suspense>
      )),
  );
}
