import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import type { FormField } from '#src/client/form/fields.tsx';
import { FormBlock, useSave } from '#src/client/form/form-page.tsx';
import { ListBody } from '#src/client/list/list-body.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { MarketCode } from '#src/protocol/brands.ts';
import { personalDataCalls } from '../contract/calls.ts';
import { type DataPolicy, type DataPolicyEdit, dataPolicyEditSchema } from '../contract/schemas.ts';
import { dataPolicyFormTexts as texts } from '../texts/data-policy-texts.ts';

const policyKey = ['data-policy'] as const;

/** The market's policy for customers' data, and the number of years after which it erases them. */
export function DataPolicyPanel({ market }: { market: MarketCode }) {
  const query = useRead([...policyKey, market], () =>
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
  const { globalMarketId, contact, text, years } = policy;
  const save = useSave(
    [policyKey],
    (body: DataPolicyEdit) =>
      callServer(personalDataCalls.changeDataPolicy, { query: { globalMarketId }, body }),
    () => showToast('success', texts.saved),
  );
  return (
    <FormBlock
      contract={dataPolicyEditSchema}
      start={{ contact, text, years }}
      fields={() => fields}
      save={save}
      yes={texts.save}
    >
      <Link to={`/datos/${globalMarketId}`} className={buttonClass({ variant: 'text' })}>
        {texts.see}
      </Link>
    </FormBlock>
  );
}

const fields: FormField<DataPolicyEdit>[] = [
  { kind: 'text', name: 'contact', label: texts.contact },
  { kind: 'long', name: 'text', label: texts.text, rows: 6 },
  { kind: 'count', name: 'years', label: texts.years, hint: texts.yearsHint },
];
