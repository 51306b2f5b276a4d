import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { Fields, faultsOf } from '#src/client/form/fields.tsx';
import { useFormKey } from '#src/client/form/form-page.tsx';
import { Form, useForm } from '#src/client/form/form.tsx';
import {
  emptyProduct,
  type Offerer,
  type ProductDraft,
  sendNewProduct,
} from '#src/client/queries/products.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { productFields } from './edit-product.tsx';

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
