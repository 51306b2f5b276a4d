import { type ReactNode, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { operationTimeoutMs } from '#src/client/api/send-request.ts';
import { newVoucherId } from '#src/client/commands/new-id.ts';
import { Fields } from '#src/client/form/fields.tsx';
import { filled, FormDialog, saying, useSave } from '#src/client/form/form-page.tsx';
import { useForm } from '#src/client/form/form.tsx';
import { List } from '#src/client/list/list.tsx';
import { MoneyConfirm } from '#src/client/money/money-confirm.tsx';
import { type HeldVoucher, marketCodeField, ownerField } from '#src/client/money/voucher/join-vouchers.tsx';
import { voucherBadges } from '#src/client/money/voucher/voucher-badges.ts';
import {
  voucherCareTexts as texts,
  customerTexts,
  voucherStateTexts,
} from '#src/client/texts/customers/customers-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, lastDayText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { voucherCalls } from '#src/contract/vouchers/calls.ts';
import { voucherReissueCommandSchema } from '#src/contract/vouchers/voucher-care.ts';

interface VoucherCareProps {
  voucher: HeldVoucher;
  onNo: () => void;
  onDone: () => void;
}

/**
 * Any copy of the printed code can pay again. The dialog warns of it, and once more when a copy may exist.
 */
export function UnblockVoucher({ voucher, onNo, onDone }: VoucherCareProps) {
  const { shortCode, monto, blockedBecause } = voucher;
  return (
    <ChangeBlock
      voucher={voucher}
      call={voucherCalls.unblockVoucher}
      title={texts.askUnblock(shortCode, amountText(monto))}
      no={texts.noUnblock}
      yes={texts.yesUnblock(amountText(monto))}
      tone="primary"
      reasonHint={texts.unblockReasonHint}
      done={texts.unblocked1(shortCode)}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.unblockNote}</p>
      {blockedBecause === 'overspend' && <Notice kind="pending">{texts.unblockOverspent}</Notice>}
    </ChangeBlock>
  );
}

export function BlockVoucher({ voucher, onNo, onDone }: VoucherCareProps) {
  const { shortCode, monto } = voucher;
  const block = {
    title: texts.askBlock(shortCode, amountText(monto)),
    no: texts.noBlock,
    yes: texts.yesBlock(amountText(monto)),
    reasonHint: texts.reasonHint,
    done: texts.blocked1(shortCode),
  };
  return (
    <ChangeBlock {...{ voucher, onNo, onDone, ...block }} call={voucherCalls.blockVoucher} tone="danger">
      <p>
        {texts.blockNote} <b>{texts.blockFinal}</b>
      </p>
    </ChangeBlock>
  );
}

interface ChangeBlockProps extends VoucherCareProps {
  call: typeof voucherCalls.blockVoucher | typeof voucherCalls.unblockVoucher;
  title: string;
  no: string;
  yes: string;
  tone: 'danger' | 'primary';
  reasonHint: string;
  /** Text after success. */
  done: string;
  children: ReactNode;
}

/** Asks for a reason. Blocking twice or unblocking twice changes nothing, so no operation id is needed. */
function ChangeBlock({ voucher: { _id: id }, call, reasonHint, done, onNo, ...block }: ChangeBlockProps) {
  const { onDone, children, ...ask } = block;
  const save = useSave(
    [],
    ({ reason }: { reason: string }) =>
      callServer(call, { body: { id, reason }, timeoutMs: operationTimeoutMs }),
    saying(() => done, onDone),
  );
  return (
    <FormDialog
      {...ask}
      start={{ reason: '' }}
      fields={() => [
        { kind: 'part', of: children },
        {
          kind: 'reason',
          name: 'reason',
          label: texts.reason,
          hint: reasonHint,
          first: true,
          wrong: texts.reasonNeeded,
        },
      ]}
      save={save}
      onClose={onNo}
    />
  );
}

export function ExpireVoucher({ voucher: { _id: id, shortCode, monto }, onNo, onDone }: VoucherCareProps) {
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`expire ${id}`}
      send={(opId, body) => callServer(voucherCalls.expireVoucher, { opId, body })}
      body={{ id }}
      title={texts.askExpire(shortCode)}
      no={texts.noExpire}
      yes={texts.yesExpire(amount)}
      tone="danger"
      onNo={onNo}
      onDone={saying(() => texts.expired1(shortCode), onDone)}
    >
      <p>{texts.expireNote(amount)}</p>
    </MoneyConfirm>
  );
}

interface ReissueVoucherProps {
  voucher: HeldVoucher;
  userType: UserType;
  onNo: () => void;
  onDone: (receipt: TopUpReceipt) => void;
}

/** Moves the balance to a new voucher, for a person who shows the owner's document. */
export function ReissueVoucher({ voucher, userType, onNo, onDone }: ReissueVoucherProps) {
  const { _id: id, shortCode, monto } = voucher;
  const [newUuid] = useState(newVoucherId);
  const draft = useForm({ identificacion: '', marketCode: '' }, () => ({}));
  const { identificacion, marketCode } = draft.contents;
  const amount = amountText(monto);
  return (
    <MoneyConfirm
      subject={`reissue ${id}`}
      send={(opId, body) => callServer(voucherCalls.reissueVoucher, { opId, body })}
      body={{ id, newUuid, identificacion, ...filled({ marketCode: marketCode.trim() }) }}
      title={texts.askReissue(amount)}
      no={texts.noReissue}
      yes={texts.yesReissue(amount)}
      isReady={identificacion !== ''}
      onNo={onNo}
      onDone={onDone}
    >
      <p>{texts.reissueNote(shortCode)}</p>
      <Fields
        of={draft}
        contract={voucherReissueCommandSchema}
        fields={[{ ...ownerField, first: true }, ...(userType === 'RECARGA' ? [marketCodeField(texts)] : [])]}
      />
    </MoneyConfirm>
  );
}

interface VoucherTableProps {
  vouchers: readonly HeldVoucher[];
  userType: UserType;
  onCare: (care: VoucherCare, voucher: HeldVoucher) => void;
}

const cares = ['block', 'unblock', 'reissue', 'expire', 'undo'] as const;
export type VoucherCare = (typeof cares)[number];

export function VoucherTable({ vouchers, userType, onCare }: VoucherTableProps) {
  return (
    <List<HeldVoucher>
      caption={customerTexts.vouchers}
      columns={columnsOf(userType)}
      acts={cares.map((care) => ({
        text: texts[care],
        label: ({ shortCode }) => texts[`${care}Of`](shortCode),
        when: (voucher) => caresOf(voucher, userType).includes(care),
        onAct: (voucher) => onCare(care, voucher),
      }))}
      rows={vouchers}
      rowKey={({ _id }) => _id}
      empty={{ drawing: 'no-code', title: customerTexts.noVouchersTitle, note: customerTexts.noVouchers }}
    />
  );
}

function columnsOf(userType: UserType): (Column<HeldVoucher> | false)[] {
  return [
    { head: customerTexts.code, cell: (voucher) => <Code voucher={voucher} />, card: 'title' },
    {
      head: customerTexts.state,
      card: 'badge',
      cell: ({ state }) => <Badge kind={voucherBadges[state]}>{voucherStateTexts[state]}</Badge>,
    },
    { head: customerTexts.date, cell: ({ createAt }) => dateTimeText(createAt) },
    {
      head: customerTexts.ends,
      cell: ({ expiresAt }) => (expiresAt === undefined ? customerTexts.endless : lastDayText(expiresAt)),
    },
    userType === 'ADMIN' && { head: customerTexts.market, cell: ({ marketName }) => marketName },
    { head: customerTexts.remaining, align: 'end', cell: (voucher) => <Remaining voucher={voucher} /> },
  ];
}

function Remaining({ voucher: { monto, face } }: { voucher: HeldVoucher }) {
  return (
    <>
      <span className="bold whole">{amountText(monto)}</span>
      <span className="under">{customerTexts.faceOf(amountText(face))}</span>
    </>
  );
}

function Code({ voucher: { shortCode, reissuedAs } }: { voucher: HeldVoucher }) {
  return (
    <>
      <span className="whole">{shortCode}</span>
      {reissuedAs !== undefined && <span className="under">{customerTexts.reissued(reissuedAs)}</span>}
    </>
  );
}

/**
 * A void may return money to a blocked voucher, which can then be reissued too; a reissued voucher stays
 * blocked. A till must block first, and may reissue some time later, or at once with a market code.
 */
function caresOf(voucher: HeldVoucher, userType: UserType): VoucherCare[] {
  const { state, monto, face, isToppedUp, reissuedAs } = voucher;
  // A till voids its top-ups from its own list, which shows the day and the point.
  const undo: VoucherCare[] = isToppedUp && monto === face && userType !== 'RECARGA' ? ['undo'] : [];
  if (state === 'ACTIVE') return userType === 'RECARGA' ? ['block'] : ['block', 'reissue', ...undo];
  if (monto === 0) return [];
  if (state === 'BLOCKED')
    return userType === 'RECARGA' || reissuedAs !== undefined ? ['reissue'] : ['unblock', 'reissue'];
  return state === 'EXPIRED' && userType === 'GLOBAL_MARKET' ? ['expire'] : [];
}
