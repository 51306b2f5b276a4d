import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Fields, faultsOf, type FormField } from '#src/client/form/fields.tsx';
import { FormDialog, useFormKey } from '#src/client/form/form-page.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import {
  emptyProduct,
  isComplete,
  type Offerer,
  type ProductDraft,
  sendNewProduct,
  type ShownProduct,
} from '#src/client/queries/products.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { unitTexts } from '#src/client/texts/unit-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { productUnits } from '#src/contract/purchases/purchase-line.ts';

export function CreateProductScreen() {
  const actor = useActor();
  return actor === null ? null : <CreateProduct offerer={actor} />;
}

function CreateProduct({ offerer }: { offerer: Offerer }) {
  const { draft, fields, phase, create } = useProductCreation(offerer);
  const list = offerer.userType === 'PROVEEDOR' ? '/dashboard/proveedores' : '/dashboard/estantes/products';
  return (
    <>
      <h1>{texts.createTitle}</h1>
      <Panel className="pad">
        <Form
          tries={draft.tries}
          className="stack narrow"
          onSend={() => draft.sendTo((made) => void create(made))}
        >
          <Fields of={draft} fields={fields} disabled={phase === 'sending' || phase === 'created'} />
          {phase === 'failed' && draft.faults['whole'] === undefined && (
            <Notice kind="refused">{texts.failed}</Notice>
          )}
          {phase === 'created' && <Notice kind="paid">{texts.created}</Notice>}
          <div className="cluster">
            <Button
              type="submit"
              icon={Plus}
              busy={phase === 'sending'}
              busyText={texts.creating}
              disabled={phase === 'created'}
            >
              {texts.create}
            </Button>
            <Link to={list} className={buttonClass({ variant: 'secondary' })}>
              {texts.seeAll}
            </Link>
          </div>
        </Form>
      </Panel>
    </>
  );
}

const createdShownMs = 3000;

type Phase = 'typing' | 'sending' | 'created' | 'failed';

/**
 * After a product is created the form stays locked for 3 s, so that nothing is created twice, and then
 * clears.
 */
function useProductCreation(offerer: Offerer) {
  const staleAfter = useStaleAfter();
  const fieldsOf = (product: ProductDraft) => productFields(product, offerer.userType !== 'PROVEEDOR');
  const draft = useForm(emptyProduct, (product) => faultsOf(fieldsOf(product), product));
  const [phase, setPhase] = useState<Phase>('typing');
  const { keyOf, renew } = useFormKey();
  const empty = useEffectEvent(() => draft.renew(emptyProduct));

  useEffect(() => {
    if (phase !== 'created') return;
    const clearing = setTimeout(() => {
      empty();
      setPhase('typing');
    }, createdShownMs);
    return () => clearTimeout(clearing);
  }, [phase]);

  async function create(product: ProductDraft): Promise<void> {
    if (phase === 'sending' || phase === 'created') return;
    setPhase('sending');
    const outcome = await sendNewProduct(keyOf(product), offerer, product);
    if (outcome.kind === 'ok') renew();
    setPhase(outcome.kind === 'ok' ? 'created' : 'failed');
    await staleAfter('product changed');
  }

  return { draft, fields: fieldsOf(draft.contents), phase, create };
}

interface EditProductProps {
  product: ShownProduct;
  hasUnit: boolean;
  onClose: () => void;
  onSave: (draft: ProductDraft) => void;
}

export function EditProduct({ product, hasUnit, onClose, onSave }: EditProductProps) {
  return (
    <FormDialog<ProductDraft>
      title={texts.editTitle}
      yes={texts.save}
      start={product}
      fields={(draft) => productFields(draft, hasUnit)}
      save={{ mutate: onSave }}
      onClose={onClose}
    />
  );
}

const kindsId = 'tipos-de-producto';

const usualKinds = (
  <datalist id={kindsId}>
    {texts.kinds.map((kind) => (
      <option key={kind}>{kind}</option>
    ))}
  </datalist>
);

const unitField: FormField<ProductDraft> = {
  kind: 'fold',
  title: texts.more,
  fields: [
    {
      kind: 'choice',
      name: 'unit',
      label: texts.unit,
      options: productUnits.map((unit) => ({ value: unit, label: unitTexts[unit][0] })),
    },
  ],
};

/** A stall sells by the unit, the pound or the bunch; a supplier describes it in words. */
function productFields(draft: ProductDraft, hasUnit: boolean): FormField<ProductDraft>[] {
  return [
    { kind: 'text', name: 'name', label: texts.name, maxLength: maxLength.productName },
    { kind: 'amount', name: 'price', label: texts.price },
    {
      kind: 'text',
      name: 'kind',
      label: texts.kind,
      hint: texts.kindHint,
      list: kindsId,
      maxLength: maxLength.productName,
    },
    { kind: 'part', of: usualKinds },
    {
      kind: 'text',
      name: 'description',
      label: texts.description,
      hint: texts.left(maxLength.shortDescription - draft.description.length),
      maxLength: maxLength.shortDescription,
    },
    ...(hasUnit ? [unitField] : []),
    { kind: 'whole', fault: isComplete(draft) ? undefined : texts.missingField },
  ];
}
