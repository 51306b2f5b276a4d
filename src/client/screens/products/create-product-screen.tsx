import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  emptyProduct,
  isComplete,
  type Offerer,
  type ProductDraft,
  sendNewProduct,
} from '#src/client/queries/products.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { useFormKey } from '#src/client/shared/form/use-draft.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { ProductFields } from './edit-product.tsx';
import styles from './products.module.css';

export function CreateProductScreen() {
  const actor = useActor();
  return actor === null ? null : <CreateProduct offerer={actor} />;
}

function CreateProduct({ offerer }: { offerer: Offerer }) {
  const { draft, setDraft, phase, create } = useProductCreation(offerer);
  const list = offerer.userType === 'PROVEEDOR' ? '/dashboard/proveedores' : '/dashboard/estantes/products';

  function submit(event: FormEvent) {
    event.preventDefault();
    void create();
  }

  return (
    <>
      <h1>{texts.createTitle}</h1>
      <Panel className={styles.panel}>
        <form className={styles.form} noValidate onSubmit={submit}>
          <ProductFields
            draft={draft}
            onDraft={setDraft}
            hasUnit={offerer.userType !== 'PROVEEDOR'}
            disabled={phase === 'sending' || phase === 'created'}
          />
          {phase === 'missing' && <Notice kind="refused">{texts.missingField}</Notice>}
          {phase === 'failed' && <Notice kind="refused">{texts.failed}</Notice>}
          {phase === 'created' && <Notice kind="paid">{texts.created}</Notice>}
          <div className={styles.pair}>
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
        </form>
      </Panel>
    </>
  );
}

const createdShownMs = 3000;

type Phase = 'typing' | 'missing' | 'sending' | 'created' | 'failed';

/**
 * After a product is created the form stays locked for 3 s, so that nothing is created twice, and then
 * clears.
 */
function useProductCreation(offerer: Offerer) {
  const staleAfter = useStaleAfter();
  const [draft, setDraft] = useState<ProductDraft>(emptyProduct);
  const [phase, setPhase] = useState<Phase>('typing');
  const { keyOf, renew } = useFormKey();

  useEffect(() => {
    if (phase !== 'created') return;
    const clearing = setTimeout(() => {
      setDraft(emptyProduct);
      setPhase('typing');
    }, createdShownMs);
    return () => clearTimeout(clearing);
  }, [phase]);

  async function create(): Promise<void> {
    if (phase === 'sending' || phase === 'created') return;
    if (!isComplete(draft)) {
      setPhase('missing');
      return;
    }
    setPhase('sending');
    const outcome = await sendNewProduct(keyOf(draft), offerer, draft);
    if (outcome.kind === 'ok') renew();
    setPhase(outcome.kind === 'ok' ? 'created' : 'failed');
    await staleAfter('product changed');
  }

  return {
    draft,
    phase,
    create,
    setDraft: (next: ProductDraft) => {
      setDraft(next);
      if (phase === 'missing' && isComplete(next)) setPhase('typing');
    },
  };
}
