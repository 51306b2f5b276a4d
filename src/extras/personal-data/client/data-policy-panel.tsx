import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Field } from '#src/client/ui/fields/field.tsx';
import { TextAreaField } from '#src/client/ui/fields/text-area-field.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { MarketCode } from '#src/contract/brands.ts';
import { maxLength } from '#src/contract/limits.ts';
import { personalDataCalls } from '../contract/calls.ts';
import type { DataPolicy } from '../contract/schemas.ts';
import { dataPolicyFormTexts as texts } from '../texts/data-policy-texts.ts';
import { dataPolicyKeys } from './personal-data-keys.ts';

/** The market's policy for customers' data, and the number of years after which it erases them. */
export function DataPolicyPanel({ market }: { market: MarketCode }) {
  const query = useRead(dataPolicyKeys.of(market), () =>
    callServer(personalDataCalls.readDataPolicy, { params: { code: market } }),
  );
  return (
    <Panel className="panel-body" aria-labelledby="politica-datos">
      <h2 id="politica-datos">{texts.title}</h2>
      <ListBody query={query} data={query.data} skeletonRows={3} bare>
        {(policy) => <PolicyForm key={JSON.stringify(policy)} policy={policy} />}
      </ListBody>
    </Panel>
  );
}

function PolicyForm({ policy }: { policy: DataPolicy }) {
  const [contact, setContact] = useState(policy.contact);
  const [text, setText] = useState(policy.text);
  const [years, setYears] = useState(policy.years);
  const { globalMarketId } = policy;
  const save = useChange(
    [dataPolicyKeys.all],
    () =>
      callServer(personalDataCalls.changeDataPolicy, {
        query: { globalMarketId },
        body: { contact: contact.trim(), text: text.trim(), years },
      }),
    () => showToast('success', texts.saved),
  );
  return (
    <form
      className="form-column"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field
        label={texts.contact}
        maxLength={maxLength.reason}
        value={contact}
        onChange={(event) => setContact(event.target.value)}
      />
      <TextAreaField
        label={texts.text}
        rows={6}
        maxLength={3_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label={texts.years}
        hint={texts.yearsHint}
        inputMode="numeric"
        value={String(years)}
        onChange={(event) =>
          setYears(Math.min(50, Number(event.target.value.replaceAll(/\D/g, '').slice(0, 2))))
        }
      />
      <FailureNotice error={save.error} />
      <div className="cluster">
        <Button type="submit" busy={save.isPending}>
          {texts.save}
        </Button>
        <Link to={`/datos/${globalMarketId}`} className={buttonClass({ variant: 'text' })}>
          {texts.see}
        </Link>
      </div>
    </form>
  );
}
