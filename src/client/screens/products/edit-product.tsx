import type { FormField } from '#src/client/form/fields.tsx';
import { FormDialog } from '#src/client/form/form-page.tsx';
import { isComplete, type ProductDraft, type ShownProduct } from '#src/client/queries/products.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { unitTexts } from '#src/client/texts/unit-texts.ts';
import { maxLength } from '#src/contract/limits.ts';
import { productUnits } from '#src/contract/purchases/purchase-line.ts';

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
export function productFields(draft: ProductDraft, hasUnit: boolean): FormField<ProductDraft>[] {
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
