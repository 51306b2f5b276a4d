import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { dateText } from '#src/client/shared/dates.ts';
import { DocumentField } from '#src/client/shared/form/document-field.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { accountTypes, type PaymentWay } from '#src/contract/cash/payment-way.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import { maxLength } from '#src/contract/limits.ts';
import { readDocumentType } from '#src/domain/identification.ts';
import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import { paymentTexts as texts } from '#src/extras/payouts/texts/payment-texts.ts';
import { draftOf, faultsOf, type WayDraft, wayOf } from './way-draft.ts';
import { wayText } from './way-text.ts';

/** Shows a stall its own payment way, and changes it. */
export function OwnWay({ balance }: { balance: StallBalance }) {
  const { way, changedAt } = balance.payment;
  const [isOpen, setOpen] = useState(false);
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
        <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
          {texts.change}
        </Button>
      </div>
      {isOpen && <WayForm way={way} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

interface WayFormProps {
  way: PaymentWay;
  onClose: () => void;
}

/** The form in which a stall chooses its payment way. */
function WayForm({ way: before, onClose }: WayFormProps) {
  const [draft, setDraft] = useState(() => draftOf(before));
  const [isTried, setTried] = useState(false);
  const way = wayOf(draft);
  const save = useChange(
    [keys.stallBalances.all],
    (body: PaymentWay) => callServer(payoutCalls.changePaymentWay, { body }),
    () => {
      showToast('success', texts.saved);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.changeTitle}
      yes={texts.save}
      busy={save.isPending}
      error={save.error}
      onNo={onClose}
      onYes={() => {
        setTried(true);
        if (way !== null) save.mutate(way);
      }}
    >
      <p>{texts.changeNote}</p>
      <FilterChips<PaymentWay['kind']>
        label={texts.way}
        chosen={draft.kind}
        onChoose={(kind) => setDraft({ ...draft, kind })}
        chips={[
          { value: 'CASH', label: texts.chips.CASH },
          { value: 'KEY', label: texts.chips.KEY },
          { value: 'ACCOUNT', label: texts.chips.ACCOUNT },
        ]}
      />
      {draft.kind !== 'CASH' && <WayFields draft={draft} onDraft={setDraft} isTried={isTried} />}
    </ConfirmDialog>
  );
}

interface WayFieldsProps {
  draft: WayDraft;
  onDraft: (draft: WayDraft) => void;
  isTried: boolean;
}

function WayFields({ draft, onDraft, isTried }: WayFieldsProps) {
  const faults = isTried ? faultsOf(draft) : {};
  const field = (name: 'key' | 'bank' | 'account' | 'holder') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      {draft.kind === 'KEY' ? (
        <Field label={texts.keyLabel} hint={texts.keyHint} maxLength={maxLength.email} {...field('key')} />
      ) : (
        <>
          <Field label={texts.bank} hint={texts.bankHint} maxLength={maxLength.bankName} {...field('bank')} />
          <SelectField
            label={texts.accountType}
            options={accountTypes.map((value) => ({ value, label: texts.types[value] }))}
            value={draft.accountType}
            onChange={({ target }) =>
              onDraft({ ...draft, accountType: target.value === 'CHECKING' ? 'CHECKING' : 'SAVINGS' })
            }
          />
          <Field
            label={texts.accountLabel}
            hint={texts.accountHint}
            inputMode="numeric"
            maxLength={20}
            {...field('account')}
          />
        </>
      )}
      <Field label={texts.holder} maxLength={maxLength.ownerName} {...field('holder')} />
      <DocumentField
        label={texts.document}
        type={draft.documentType}
        onType={({ target }) => onDraft({ ...draft, documentType: readDocumentType(target.value) })}
        value={draft.document}
        error={faults.document}
        onChange={({ target }) => onDraft({ ...draft, document: target.value })}
      />
    </>
  );
}
