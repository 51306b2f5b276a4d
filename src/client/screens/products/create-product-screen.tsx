import { Plus } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Offerer } from '#src/client/queries/products.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { Button, buttonClass } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { Panel } from '#src/client/ui/panel.tsx';
import { ProductFields } from './product-fields.tsx';
import { useProductCreation } from './use-product-creation.ts';
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
