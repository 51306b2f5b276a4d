import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { newVoucherId } from '#src/client/commands/new-id.ts';
import { Fields } from '#src/client/form/fields.tsx';
import { filled } from '#src/client/form/form-page.tsx';
import { useForm } from '#src/client/form/form.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { voucherCareTexts } from '#src/client/texts/customers/customers-texts.ts';
import { joinTexts as texts } from '#src/client/texts/vouchers/join-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { voucherJoinCommandSchema } from '#src/contract/vouchers/voucher-care.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf, readScannedCode } from '#src/protocol/voucher-link.ts';

export type HeldVoucher = CustomerDetail['vouchers'][number];

interface JoinVouchersProps {
  detail: CustomerDetail;
  userType: UserType;
  /** A voucher issued here just now: it counts as scanned and is joined with the others. */
  made?: VoucherId;
  onNo: () => void;
  onDone: (receipt: TopUpReceipt) => void;
}

/**
 * Joins several active vouchers into a new one. A till scans each voucher, or asks its market for a code;
 * only the voucher just issued is selected beforehand.
 */
export function JoinVouchers({ detail, userType, made, onNo, onDone }: JoinVouchersProps) {
  const isTill = userType === 'RECARGA';
  const [newUuid] = useState(newVoucherId);
  const { active, read, papers, listed, chosen, sum, choose, take } = useChosen(detail, made);
  const draft = useForm({ identificacion: '', marketCode: '' }, () => ({}));
  const { identificacion } = draft.contents;
  const code = draft.contents.marketCode.trim();
  const needsCode = isTill && listed.length > 0;
  return (
    <MoneyConfirm
      subject={`join ${detail.client._id}`}
      send={(opId, body) => callServer(voucherCalls.joinVouchers, { opId, body })}
      body={{
        newUuid,
        identificacion,
        ...(papers.length > 0 && { papers: papers.flatMap(({ shortCode }) => read.get(shortCode) ?? []) }),
        ...(listed.length > 0 && { ids: listed.map(({ _id }) => _id) }),
        ...filled({ marketCode: code }),
      }}
      title={texts.ask}
      no={texts.no}
      yes={texts.yes(amountText(sum))}
      isReady={chosen.length >= 2 && identificacion !== '' && (!needsCode || code !== '')}
      onNo={onNo}
      onDone={onDone}
    >
      <p aria-live="polite">{texts.note(chosen.length, amountText(sum))}</p>
      {isTill && <ReadPaper vouchers={active} onRead={take} />}
      {active.map((voucher) => (
        <CheckField
          key={voucher._id}
          label={`${voucher.shortCode} · ${amountText(voucher.monto)}`}
          hint={read.has(voucher.shortCode) ? texts.isRead : dateText(voucher.createAt)}
          checked={chosen.includes(voucher)}
          onChecked={(isChosen) => choose(voucher, isChosen)}
        />
      ))}
      <Fields
        of={draft}
        contract={voucherJoinCommandSchema}
        fields={needsCode ? [ownerField, marketCodeField(texts)] : [ownerField]}
      />
      {chosen.length >= 2 && <Notice kind="info">{texts.tear(chosen.length)}</Notice>}
    </MoneyConfirm>
  );
}

/** The document of the person who owns the vouchers. */
export const ownerField = {
  kind: 'document',
  name: 'identificacion',
  label: voucherCareTexts.identification,
  hint: voucherCareTexts.identificationHint,
} as const;

/** The market's permission for what a till may not do alone; `says` tells what it permits. */
export const marketCodeField = (says: { marketCode: string; marketCodeHint: string }) =>
  ({
    kind: 'text',
    name: 'marketCode',
    label: says.marketCode,
    hint: says.marketCodeHint,
    autoCapitalize: 'characters',
  }) as const;

/** Scanned vouchers, and those selected from the list. */
function useChosen(detail: CustomerDetail, made: VoucherId | undefined) {
  const active = detail.vouchers.filter(({ status }) => status);
  const [read, setRead] = useState<ReadonlyMap<string, VoucherId>>(
    () => new Map(made === undefined ? [] : [[shortCodeOf(made), made]]),
  );
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  const papers = active.filter(({ shortCode }) => read.has(shortCode));
  const listed = active.filter(({ _id, shortCode }) => named.has(_id) && !read.has(shortCode));
  const chosen = [...papers, ...listed];

  function choose({ _id, shortCode }: HeldVoucher, isChosen: boolean): void {
    setNamed(new Set(isChosen ? [...named, _id] : [...named].filter((other) => other !== _id)));
    if (!isChosen) setRead(new Map([...read].filter(([other]) => other !== shortCode)));
  }

  const take = (shortCode: string, id: VoucherId) => setRead(new Map([...read, [shortCode, id]]));
  const sum = chosen.reduce((total, { monto }) => total + monto, 0);
  return { active, read, papers, listed, chosen, sum, choose, take };
}

interface ReadPaperProps {
  vouchers: readonly HeldVoucher[];
  onRead: (shortCode: string, id: VoucherId) => void;
}

/** A barcode reader types a voucher's link here like a keyboard, ending with Enter. */
function ReadPaper({ vouchers, onRead }: ReadPaperProps) {
  const [text, setText] = useState('');
  const [failed, setFailed] = useState('');

  function take(): void {
    const scanned = readScannedCode(text);
    setText('');
    const shortCode = scanned.kind === 'voucher' ? shortCodeOf(scanned.codeQrId) : '';
    const isTheirs = vouchers.some((voucher) => voucher.shortCode === shortCode);
    setFailed(isTheirs ? '' : texts.notTheirs);
    if (scanned.kind === 'voucher' && isTheirs) onRead(shortCode, scanned.codeQrId);
  }

  return (
    <Field
      label={texts.read}
      hint={texts.readHint}
      value={text}
      error={failed === '' ? undefined : failed}
      data-safe
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
