import { Check, FileDown, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { usePrintDocument } from '#src/client/device/print/print-document.ts';
import type { CustomerSectionProps } from '#src/client/extra.ts';
import { ConfirmDialog, DialogButton } from '#src/client/form/confirm-dialog.tsx';
import { saying } from '#src/client/form/form-page.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { noticeText } from '#src/client/texts/customers/consent-texts.ts';
import { decisionTexts } from '#src/client/texts/reports/audit-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { noticeVersion } from '#src/contract/accounts/notice.ts';
import type { User } from '#src/contract/accounts/schemas.ts';
import type { Consent } from '#src/contract/customers/schemas.ts';
import { personalDataCalls } from '#src/extras/personal-data/contract/calls.ts';
import type { PersonalData } from '#src/extras/personal-data/contract/schemas.ts';
import { personalDataTexts as texts } from '#src/extras/personal-data/texts/personal-data-texts.ts';
import { saveData } from './own-data-panel.tsx';

/** A customer's consents, their stored data, and the button that erases them. */
export function PersonalDataSection({ detail, userType, onGone }: CustomerSectionProps) {
  const { client: customer } = detail;
  const [isSeen, setSeen] = useState(false);
  const isManager = userType !== 'RECARGA';
  return (
    <div className="stack">
      <ConsentPanel customer={customer} consents={detail.consents ?? []} mayHear={userType !== 'ADMIN'} />
      {isManager && (
        <Panel className="panel-body">
          <h2>{texts.kept}</h2>
          <p>{texts.keptNote}</p>
          {isSeen ? (
            <Kept customer={customer} />
          ) : (
            <div>
              <Button variant="secondary" onClick={() => setSeen(true)}>
                {texts.see}
              </Button>
            </div>
          )}
        </Panel>
      )}
      {isManager && (
        <div>
          <DialogButton
            variant="danger"
            render={(onNo) => <Forget customer={customer} onForgotten={onGone} onNo={onNo} />}
          >
            {texts.forget}
          </DialogButton>
        </div>
      )}
    </div>
  );
}

interface ConsentPanelProps {
  customer: User;
  consents: readonly Consent[];
  /** True if the signed-in person may record a consent. */
  mayHear: boolean;
}

function ConsentPanel({ customer, consents, mayHear }: ConsentPanelProps) {
  const record = useChange(
    'customer changed',
    () => callServer(personalDataCalls.recordConsent, { body: { id: customer._id, notice: noticeVersion } }),
    () => showToast('success', texts.recorded),
  );
  return (
    <Panel className="panel-body">
      <h2>{texts.consent}</h2>
      {consents.length === 0 && (
        <Notice kind="pending">
          <strong>{texts.noConsent}.</strong> {texts.noConsentNote}
        </Notice>
      )}
      <ul className="stack-8">
        {consents.map((consent) => (
          <li key={consent.createAt} className="stack-4">
            <strong>{texts.consentOf(consent.how, dateTimeText(consent.createAt))}</strong>
            <span>{texts.heardBy(personName(consent.operator), consent.marketName)}</span>
            <span>{texts.words(consent.notice)}</span>
          </li>
        ))}
      </ul>
      {consents.length === 0 && mayHear && (
        <>
          <p>
            {texts.readNotice}: «{noticeText}»
          </p>
          <FailureNotice error={record.error} />
          <div>
            <Button icon={Check} busy={record.isPending} onClick={() => record.mutate()}>
              {texts.record}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function Kept({ customer }: { customer: User }) {
  const sheet = useRef<HTMLDivElement>(null);
  const query = useRead([...keys.customer.one(customer._id), 'data'], () =>
    callServer(personalDataCalls.exportCustomer, { params: { id: customer._id } }),
  );
  const print = usePrintDocument({ contentRef: sheet, paper: 'A4', title: texts.kept });
  return (
    <ListBody query={query} data={query.data} skeletonRows={4} bare>
      {(data) => (
        <>
          <div className="cluster">
            <Button icon={FileDown} onClick={() => saveData(data)}>
              {texts.save}
            </Button>
            <Button variant="secondary" icon={Printer} onClick={print}>
              {texts.print}
            </Button>
          </div>
          <div ref={sheet}>
            <KeptData data={data} />
          </div>
        </>
      )}
    </ListBody>
  );
}

interface ForgetProps {
  customer: User;
  onForgotten: () => void;
  onNo: () => void;
}

function Forget({ customer, onForgotten, onNo }: ForgetProps) {
  const forget = useChange(
    'customer changed',
    () => callServer(personalDataCalls.forgetCustomer, { body: { id: customer._id } }),
    saying(() => texts.forgotten, onForgotten),
  );
  return (
    <ConfirmDialog
      title={texts.askForget(personName(customer.ownerName))}
      no={texts.noForget}
      yes={texts.yesForget}
      tone="danger"
      save={forget}
      onNo={onNo}
    >
      <p>{texts.forgetNote}</p>
    </ConfirmDialog>
  );
}

/** Shows all stored data, to be read and printed. */
function KeptData({ data }: { data: PersonalData }) {
  const { madeAt, marketName } = data;
  return (
    <article className="stack breaks">
      <p>
        {texts.madeAt(dateTimeText(madeAt))} {marketName !== '' && texts.ownPart(marketName)}
      </p>
      {Object.entries(linesOf(data)).map(([title, lines]) => (
        <section key={title}>
          <h3>{title}</h3>
          {lines.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul>
              {lines.map((line, place) => (
                <li key={place}>{line}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  );
}

/** Returns the lines of each part, under its title. */
function linesOf({ person, ...data }: PersonalData): Record<string, string[]> {
  const facts = [personName(person.ownerName), person.identificacion, person.phone, person.email];
  const lines = <Row extends { createAt: string; marketName: string }>(
    rows: readonly Row[],
    rest: (row: Row) => string,
  ) => rows.map((row) => `${dateTimeText(row.createAt)} · ${row.marketName} · ${rest(row)}`);
  return {
    [texts.person]: [...facts.filter((fact) => fact !== ''), dateTimeText(person.createAt)],
    [texts.consent]: data.consents.map(({ how, createAt, operator, marketName, notice }) =>
      [
        texts.consentOf(how, dateTimeText(createAt)),
        texts.heardBy(personName(operator), marketName),
        texts.words(notice),
      ].join(' · '),
    ),
    [texts.vouchers]: lines(
      data.vouchers,
      ({ shortCode, balance, face }) => `${shortCode} · ${amountText(balance)} / ${amountText(face)}`,
    ),
    [texts.topUps]: lines(data.topUps, ({ place, amount }) => `${personName(place)} · ${amountText(amount)}`),
    [texts.purchases]: lines(
      data.purchases,
      ({ place, code, amount }) => `${place} · ${code} · ${amountText(amount)}`,
    ),
    [texts.refunds]: lines(data.refunds, ({ code, amount }) => `${code} · ${amountText(amount)}`),
    [texts.points]: lines(data.points, ({ points }) => String(points)),
    [texts.decisions]: lines(
      data.decisions,
      ({ kind, actorName }) => `${decisionTexts[kind]} · ${personName(actorName)}`,
    ),
  };
}
