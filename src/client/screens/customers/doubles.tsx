import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { useChange } from '#src/client/queries/stale.ts';
import { customersTexts, customerTexts as texts } from '#src/client/texts/customers/customers-texts.ts';
import { dateText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import { customerCalls } from '#src/contract/customers/calls.ts';
import type { CustomerDetail } from '#src/contract/customers/schemas.ts';

/** Probable doubles of a customer: one person twice, or a mistyped document. */
export function Doubles({ detail }: { detail: CustomerDetail }) {
  const [asked, setAsked] = useState<User | null>(null);
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
            <Button variant="secondary" size="row" onClick={() => setAsked(other)}>
              {texts.isSame}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <AskMerge gone={asked} kept={client} onClose={() => setAsked(null)} />}
    </Notice>
  );
}

function AskMerge({ gone, kept, onClose }: { gone: User; kept: User; onClose: () => void }) {
  const merge = useChange(
    'customer changed',
    () => callServer(customerCalls.mergeCustomers, { body: { id: gone._id, into: kept._id } }),
    () => {
      showToast('success', texts.merged1(personName(kept.ownerName)));
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.askMerge(named(gone))}
      no={texts.noMerge}
      yes={texts.yesMerge}
      busy={merge.isPending}
      error={merge.error}
      onNo={onClose}
      onYes={() => merge.mutate()}
    >
      <p>{texts.mergeNote(named(gone), named(kept))}</p>
    </ConfirmDialog>
  );
}

/** Doubles often have one name. */
function named({ ownerName, identificacion }: User): string {
  return `${personName(ownerName)}, ${identificacion}`;
}
