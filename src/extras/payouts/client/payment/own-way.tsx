import { Pencil } from 'lucide-react';
import { callServer } from '#src/client/api/call-server.ts';
import { DialogButton } from '#src/client/form/confirm-dialog.tsx';
import type { FormField } from '#src/client/form/fields.tsx';
import { FormDialog, saying, useSave } from '#src/client/form/form-page.tsx';
import { keys } from '#src/client/queries/keys.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import {
  type AccountType,
  accountTypes,
  type PaymentWay,
  paymentWaySchema,
} from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/stall-balances.ts';
import { identificationError } from '#src/domain/identification-sentence.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/pay-many-texts.ts';
import { wayText } from './way-text.ts';

/** Shows a stall its own payment way, and changes it. */
export function OwnWay({ balance }: { balance: StallBalance }) {
  const { way, changedAt } = balance.payment;
  return (
    <Panel className="panel-body">
      <div>
        <h2>{texts.title}</h2>
        <p>
          <b>{wayText(way)}</b>
        </p>
        {way.kind !== 'CASH' && <p className="soft">{texts.of(way.holder, way.identificacion)}</p>}
        {changedAt !== null && <p className="soft">{texts.changed(dateText(changedAt))}</p>}
      </div>
      <div>
        <DialogButton
          variant="secondary"
          icon={Pencil}
          render={(onClose) => <WayForm way={way} onClose={onClose} />}
        >
          {texts.change}
        </DialogButton>
      </div>
    </Panel>
  );
}

/** The form: text typed for one way is kept while another is selected. */
interface WayDraft {
  kind: PaymentWay['kind'];
  key: string;
  bank: string;
  accountType: AccountType;
  account: string;
  holder: string;
  identificacion: string;
}

const empty = {
  key: '',
  bank: '',
  accountType: 'SAVINGS',
  account: '',
  holder: '',
  identificacion: '',
} satisfies Omit<WayDraft, 'kind'>;

const [, byKey, toAccount] = paymentWaySchema.def.options;
const contract = { shape: { ...byKey.shape, ...toAccount.shape } };

/** The form in which a stall chooses its payment way. */
function WayForm({ way, onClose }: { way: PaymentWay; onClose: () => void }) {
  const save = useSave(
    [keys.stallBalances.all],
    (draft: WayDraft) => callServer(payoutCalls.changePaymentWay, { body: wayOf(draft) }),
    saying(() => texts.saved, onClose),
  );
  return (
    <FormDialog<WayDraft>
      title={texts.changeTitle}
      yes={texts.save}
      contract={contract}
      start={{ ...empty, ...way }}
      fields={fieldsOf}
      {...{ save, onClose }}
    />
  );
}

function fieldsOf(draft: WayDraft): FormField<WayDraft>[] {
  const { kind, identificacion } = draft;
  const ways = (['CASH', 'KEY', 'ACCOUNT'] as const).map((value) => ({ value, label: texts.chips[value] }));
  return [
    { kind: 'part', of: <p>{texts.changeNote}</p> },
    { kind: 'chips', name: 'kind', label: texts.way, chips: ways },
    ...(kind === 'KEY' ? keyFields : kind === 'ACCOUNT' ? accountFields(draft) : []),
    ...(kind === 'CASH' ? [] : holderFields(identificacion)),
  ];
}

const keyFields: FormField<WayDraft>[] = [
  { kind: 'text', name: 'key', label: texts.keyLabel, hint: texts.keyHint, wrong: texts.keyWrong },
];

function accountFields(draft: WayDraft): FormField<WayDraft>[] {
  return [
    { kind: 'text', name: 'bank', label: texts.bank, hint: texts.bankHint, wrong: texts.bankWrong },
    {
      kind: 'choice',
      name: 'accountType',
      label: texts.accountType,
      options: accountTypes.map((value) => ({ value, label: texts.types[value] })),
    },
    {
      kind: 'text',
      name: 'account',
      label: texts.accountLabel,
      hint: texts.accountHint,
      inputMode: 'numeric',
      maxLength: 20,
      fault: toAccount.shape.account.safeParse(joined(draft)).success ? undefined : texts.accountWrong,
    },
  ];
}

function holderFields(identificacion: string): FormField<WayDraft>[] {
  return [
    { kind: 'text', name: 'holder', label: texts.holder, wrong: texts.holderWrong },
    {
      kind: 'document',
      name: 'identificacion',
      label: texts.document,
      wrong: texts.documentWrong,
      fault: identificacion === '' ? undefined : identificationError(identificacion),
    },
  ];
}

function wayOf({ kind, key, bank, accountType, ...draft }: WayDraft): PaymentWay {
  const { holder, identificacion } = draft;
  if (kind === 'CASH') return { kind };
  if (kind === 'KEY') return { kind, key, holder, identificacion };
  return { kind, bank, accountType, account: joined(draft), holder, identificacion };
}

/** Without the spaces with which people group an account number. */
function joined({ account }: Pick<WayDraft, 'account'>): string {
  return account.replaceAll(/[\s.-]/g, '');
}
