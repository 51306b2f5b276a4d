import { type FormEvent, useState } from 'react';
import { isComplete, type ProductDraft, type ShownProduct } from '#src/client/queries/products.ts';
import { commonTexts } from '#src/client/texts/common-texts.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Dialog } from '#src/client/ui/dialog.tsx';
import { Notice } from '#src/client/ui/notice.tsx';
import { ProductFields } from './product-fields.tsx';
import styles from './products.module.css';

interface EditProductProps {
  product: ShownProduct;
  onClose: () => void;
  onSave: (draft: ProductDraft) => void;
}

const formId = 'cambiar-producto';

export function EditProduct({ product, onClose, onSave }: EditProductProps) {
  const [draft, setDraft] = useState<ProductDraft>(product);
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete(draft)) onSave(draft);
    else setMissing(true);
  }

  return (
    <Dialog
      title={texts.editTitle}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" data-safe onClick={onClose}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit" form={formId}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <ProductFields draft={draft} onDraft={setDraft} />
        {isMissing && !isComplete(draft) && <Notice kind="refused">{texts.missingField}</Notice>}
      </form>
    </Dialog>
  );
}
