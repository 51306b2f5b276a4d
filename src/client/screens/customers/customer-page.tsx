import { ArrowLeft, Combine } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { clientExtras } from '#src/client/extras.ts';
import { ConfirmDialog, DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { saying } from '#src/client/form/form-page.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { List } from '#src/client/list/list.tsx';
import { useMore } from '#src/client/list/paging.tsx';
import { PointsTable } from '#src/client/list/points-table.tsx';
import { PurchaseAmount, PurchaseBadge } from '#src/client/money/purchase/purchase-state.tsx';
import { TopUpVoid } from '#src/client/money/top-up/top-up-void.tsx';
import { IssuedVoucher } from '#src/client/money/voucher/issued-voucher.tsx';
import { type HeldVoucher, JoinVouchers } from '#src/client/money/voucher/join-vouchers.tsx';
import { useCustomer } from '#src/client/queries/customers.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useChange, useStaleAfter } from '#src/client/queries/stale.ts';
import { useSessionUser } from '#src/client/state/session.ts';
import {
  customersTexts,
  customerTexts as texts,
  voucherCareTexts,
} from '#src/client/texts/customers/customers-texts.ts';
import { topUpVoidTexts } from '#src/client/texts/topups/top-up-void-texts.ts';
import { joinTexts } from '#src/client/texts/vouchers/join-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateText, dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/client/ui/feedback/skeleton-rows.tsx';
import { focusOnMount } from '#src/client/ui/focus-on-mount.ts';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { holderCalls } from '#src/contract/vouchers/holder-calls.ts';
import { CustomerHead } from './customer-head.tsx';
import {
  BlockVoucher,
  ExpireVoucher,
  ReissueVoucher,
  UnblockVoucher,
  type VoucherCare,
  VoucherTable,
} from './voucher-dialogs.tsx';

/** A section of an extra is named after it. */
type Section = 'vouchers' | 'purchases' | 'points' | `extra ${string}`;

const extraSections = Object.entries(clientExtras).flatMap(([name, { customerSection }]) =>
  customerSection === undefined ? [] : [{ ...customerSection, value: `extra ${name}` as const }],
);

interface CustomerPageProps {
  id: string;
  onBack: () => void;
  onDeleted: (customer: User) => void;
}

/** One customer: balance, vouchers and history. */
export function CustomerPage({ id, onBack, onDeleted }: CustomerPageProps) {
  const userType = useSessionUser()?.userType ?? 'RECARGA';
  const [section, setSection] = useState<Section>('vouchers');
  const query = useCustomer(id);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <div>
        <Button variant="text" size="row" icon={ArrowLeft} ref={focusOnMount} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
      <ListBody query={query} data={query.data} bare>
        {(detail) => (
          <>
            <CustomerHead detail={detail} userType={userType} onDeleted={onDeleted} />
            {userType !== 'RECARGA' && <Doubles detail={detail} />}
            <FilterChips<Section>
              label={texts.sections}
              chosen={section}
              onChoose={setSection}
              chips={[
                { value: 'vouchers', label: texts.vouchers, count: detail.vouchers.length },
                { value: 'purchases', label: texts.purchases },
                { value: 'points', label: texts.points },
                ...extraSections,
              ]}
            />
            <section className="stack-12">
              {section === 'vouchers' && <CustomerVouchers detail={detail} userType={userType} />}
              {section === 'purchases' && <CustomerPurchases id={id} />}
              {section === 'points' && <PointsTable customerId={id} />}
              {extraSections.map(({ value, Section }) =>
                value === section ? (
                  <Suspense key={value} fallback={<SkeletonRows rows={4} />}>
                    <Section detail={detail} userType={userType} onGone={onBack} />
                  </Suspense>
                ) : null,
              )}
            </section>
          </>
        )}
      </ListBody>
    </>
  );
}

const columns: Column<PurchaseRow>[] = [
  { head: texts.stall, cell: ({ estanteName }) => estanteName, card: 'title' },
  { head: texts.purchase, cell: ({ codeCompra }) => codeCompra },
  { head: texts.date, cell: ({ createAt }) => dateTimeText(createAt) },
  { head: texts.state, cell: (row) => <PurchaseBadge purchase={row} /> },
  { head: texts.amount, align: 'end', card: 'badge', cell: (row) => <PurchaseAmount purchase={row} /> },
];

function CustomerPurchases({ id }: { id: string }) {
  const { query, items } = useMore(keys.purchases.of(id), (cursor) =>
    callServer(holderCalls.listCustomerPurchases, { query: { clientId: id, cursor }, signedIn: true }),
  );
  return (
    <List
      query={query}
      rows={items}
      caption={texts.purchases}
      columns={columns}
      rowKey={({ codeCompra }) => codeCompra}
      empty={{ drawing: 'basket', title: texts.noPurchasesTitle, note: texts.noPurchases }}
      more={query}
    />
  );
}

/** The customer's vouchers, with the actions for a lost or expired one. */
function CustomerVouchers({ detail, userType }: { detail: CustomerDetail; userType: UserType }) {
  const staleAfter = useStaleAfter();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const [issued, setIssued] = useState<TopUpReceipt | null>(null);
  const onNo = () => setDialog(null);
  const active = detail.vouchers.filter(({ status }) => status).length;
  const onDone = () => {
    onNo();
    void staleAfter('voucher changed');
  };
  const made = (receipt: TopUpReceipt) => {
    onDone();
    setIssued(receipt);
  };
  const ask = (care: VoucherCare, voucher: HeldVoucher): void => {
    const asked = { voucher, onNo, onDone };
    const undone = saying(() => topUpVoidTexts.giveBack(amountText(voucher.face)), onDone);
    const topUp = {
      movementId: voucher._id,
      opId: null,
      monto: voucher.face,
      ownerName: detail.client.ownerName,
      shortCode: voucher.shortCode,
      topUpPointId: 'none',
    };
    const dialogs: Record<VoucherCare, ReactNode> = {
      block: <BlockVoucher {...asked} />,
      unblock: <UnblockVoucher {...asked} />,
      expire: <ExpireVoucher {...asked} />,
      reissue: <ReissueVoucher {...{ voucher, userType, onNo }} onDone={made} />,
      undo: <TopUpVoid topUp={topUp} onNo={onNo} onDone={undone} />,
    };
    setDialog(dialogs[care]);
  };
  if (issued !== null)
    return <IssuedVoucher receipt={issued} again={voucherCareTexts.done} onAgain={() => setIssued(null)} />;
  return (
    <>
      <VoucherTable vouchers={detail.vouchers} userType={userType} onCare={ask} />
      {active >= 2 && (
        <div>
          <Button
            variant="secondary"
            icon={Combine}
            onClick={() => setDialog(<JoinVouchers {...{ detail, userType, onNo }} onDone={made} />)}
          >
            {joinTexts.join}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}

/** Probable doubles of a customer: one person twice, or a mistyped document. */
export function Doubles({ detail }: { detail: CustomerDetail }) {
  const { client, sameNumber } = detail;
  if (sameNumber.length === 0) return null;
  return (
    <Notice kind="pending">
      <p>{texts.sameNumber}</p>
      <ul>
        {sameNumber.map((other) => (
          <li key={other._id} className="flow">
            <Link
              to={`/dashboard/clientes?cliente=${other._id}`}
              aria-label={customersTexts.seeOf(personName(other.ownerName))}
            >
              {personName(other.ownerName)} · {other.identificacion} · {dateText(other.createAt)}
            </Link>
            <DialogButton
              variant="secondary"
              size="row"
              render={(onClose) => <AskMerge gone={other} kept={client} onClose={onClose} />}
            >
              {texts.isSame}
            </DialogButton>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function AskMerge({ gone, kept, onClose }: { gone: User; kept: User; onClose: () => void }) {
  const merge = useChange(
    'customer changed',
    () => callServer(customerCalls.mergeCustomers, { body: { id: gone._id, into: kept._id } }),
    saying(() => texts.merged1(personName(kept.ownerName)), onClose),
  );
  return (
    <ConfirmDialog
      title={texts.askMerge(named(gone))}
      no={texts.noMerge}
      yes={texts.yesMerge}
      save={merge}
      onNo={onClose}
    >
      <p>{texts.mergeNote(named(gone), named(kept))}</p>
    </ConfirmDialog>
  );
}

/** Doubles often have one name. */
function named({ ownerName, identificacion }: User): string {
  return `${personName(ownerName)}, ${identificacion}`;
}
