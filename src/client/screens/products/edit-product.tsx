import { useId, useState } from 'react';
import { isComplete, type ProductDraft, type ShownProduct } from '#src/client/queries/products.ts';
import { maxTyped } from '#src/client/shared/amounts.ts';
import { ConfirmDialog } from '#src/client/shared/confirm/confirm-dialog.tsx';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { productTexts as texts } from '#src/client/texts/products/products-texts.ts';
import { unitTexts } from '#src/client/texts/unit-texts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { toAmount } from '#src/contract/brands.ts';
import { maxLength } from '#src/contract/limits.ts';
import { productUnits } from '#src/contract/purchases/sale-line.ts';

interface EditProductProps {
  product: ShownProduct;
  hasUnit: boolean;
  onClose: () => void;
  onSave: (draft: ProductDraft) => void;
}

export function EditProduct({ product, hasUnit, onClose, onSave }: EditProductProps) {
  const [draft, setDraft] = useState<ProductDraft>(product);
  const [isMissing, setMissing] = useState(false);

  return (
    <ConfirmDialog
      title={texts.editTitle}
      yes={texts.save}
      onNo={onClose}
      onYes={() => {
        if (isComplete(draft)) onSave(draft);
        else setMissing(true);
      }}
    >
      <ProductFields draft={draft} onDraft={setDraft} hasUnit={hasUnit} />
      {isMissing && !isComplete(draft) && <Notice kind="refused">{texts.missingField}</Notice>}
    </ConfirmDialog>
  );
}

interface ProductFieldsProps {
  draft: ProductDraft;
  onDraft: (draft: ProductDraft) => void;
  disabled?: boolean;
  /** A stall sells by the unit, the pound or the bunch; a supplier describes it in words. */
  hasUnit: boolean;
}

export function ProductFields({ draft, onDraft, disabled = false, hasUnit }: ProductFieldsProps) {
  const kindsId = useId();
  return (
    <>
      <Field
        label={texts.name}
        maxLength={maxLength.productName}
        disabled={disabled}
        value={draft.name}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
      />
      <AmountField
        label={texts.price}
        symbol={currencySymbol()}
        amount={draft.price}
        onAmount={(price) => onDraft({ ...draft, price: toAmount(price) })}
        max={maxTyped}
        disabled={disabled}
      />
      <Field
        label={texts.kind}
        hint={texts.kindHint}
        list={kindsId}
        maxLength={maxLength.productName}
        disabled={disabled}
        value={draft.kind}
        onChange={(event) => onDraft({ ...draft, kind: event.target.value })}
      />
      <datalist id={kindsId}>
        {texts.kinds.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </datalist>
      <Field
        label={texts.description}
        hint={texts.left(maxLength.shortDescription - draft.description.length)}
        maxLength={maxLength.shortDescription}
        disabled={disabled}
        value={draft.description}
        onChange={(event) => onDraft({ ...draft, description: event.target.value })}
      />
      {hasUnit && (
        <details>
          <summary>{texts.more}</summary>
          <SelectField
            label={texts.unit}
            options={productUnits.map((unit) => ({ value: unit, label: unitTexts[unit][0] }))}
            disabled={disabled}
            value={draft.unit}
            onChange={(event) => {
              const unit = productUnits.find((one) => one === event.target.value);
              if (unit) onDraft({ ...draft, unit });
            }}
          />
        </details>
      )}
    </>
  );
}
