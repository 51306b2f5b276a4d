import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText } from '#src/client/shared/dates.ts';
import { actionsColumn } from '#src/client/shared/tables/columns.tsx';
import {
  customerTexts as texts,
  voucherCareTexts,
  voucherStateTexts,
} from '#src/client/texts/office/customers-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Badge, type BadgeKind } from '#src/client/ui/tables/badge.tsx';
import { type Column, DataTable } from '#src/client/ui/tables/data-table.tsx';
import type { CustomerDetail } from '#src/contract/accounts/customer.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { VoucherState } from '#src/contract/money/voucher.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import listStyles from '#src/client/shared/lists/lists.module.css';
import styles from './customers.module.css';

export type HeldVoucher = CustomerDetail['vouchers'][number];
export type VoucherCare = 'block' | 'unblock' | 'reissue' | 'expire';

const badges: Record<VoucherState, BadgeKind> = {
  ACTIVE: 'paid',
  SPENT: 'inactive',
  BLOCKED: 'blocked',
  EXPIRED: 'warning',
};

interface VoucherTableProps {
  vouchers: readonly HeldVoucher[];
  userType: UserType;
  onCare: (care: VoucherCare, voucher: HeldVoucher) => void;
}

export function VoucherTable({ vouchers, userType, onCare }: VoucherTableProps) {
  return (
    <DataTable
      caption={texts.vouchers}
      columns={columnsOf(userType, onCare)}
      rows={vouchers}
      rowKey={({ uuid }) => uuid}
    />
  );
}

function columnsOf(userType: UserType, onCare: VoucherTableProps['onCare']): Column<HeldVoucher>[] {
  const market: Column<HeldVoucher>[] =
    userType === 'ADMIN' ? [{ id: 'market', head: texts.market, cell: ({ marketName }) => marketName }] : [];
  return [
    { id: 'code', head: texts.code, cell: (voucher) => <Code voucher={voucher} />, card: 'title' },
    {
      id: 'state',
      head: texts.state,
      card: 'badge',
      cell: ({ state }) => <Badge kind={badges[state]}>{voucherStateTexts[state]}</Badge>,
    },
    { id: 'date', head: texts.date, cell: ({ createAt }) => dateTimeText(createAt) },
    ...market,
    {
      id: 'remaining',
      head: texts.remaining,
      align: 'end',
      cell: ({ monto, face }) => (
        <>
          <span className={listStyles.strong}>{amountText(monto)}</span>
          <span className={listStyles.soft}>{texts.faceOf(amountText(face))}</span>
        </>
      ),
    },
    actionsColumn(
      (voucher) => (
        <div className={styles.cares}>
          {caresOf(voucher, userType).map((care) => (
            <Button
              key={care}
              variant={care === 'block' || care === 'expire' ? 'danger' : 'secondary'}
              size="row"
              aria-label={voucherCareTexts[`${care}Of`](voucher.shortCode)}
              onClick={() => onCare(care, voucher)}
            >
              {voucherCareTexts[care]}
            </Button>
          ))}
        </div>
      ),
      (voucher) => (caresOf(voucher, userType).length === 0 ? 'hidden' : 'actions'),
    ),
  ];
}

function Code({ voucher: { shortCode, reissuedAs } }: { voucher: HeldVoucher }) {
  return (
    <>
      <span className={styles.code}>{shortCode}</span>
      {reissuedAs !== undefined && (
        <span className={listStyles.soft}>{texts.reissued(shortCodeOf(reissuedAs))}</span>
      )}
    </>
  );
}

/** A void may bring money back to a blocked code: it is moved to a new one too; one that was reissued stays blocked. */
function caresOf({ state, monto, reissuedAs }: HeldVoucher, userType: UserType): VoucherCare[] {
  if (state === 'ACTIVE') return ['block', 'reissue'];
  if (monto === 0) return [];
  if (state === 'BLOCKED')
    return userType === 'RECARGA' || reissuedAs !== undefined ? ['reissue'] : ['unblock', 'reissue'];
  return state === 'EXPIRED' && userType === 'GLOBAL_MARKET' ? ['expire'] : [];
}
