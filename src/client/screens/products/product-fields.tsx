import { useId } from 'react';
import type { ProductDraft } from '#src/client/queries/products.ts';
import { maxTyped } from '#src/client/shared/amounts.ts';
import { currencySymbol } from '#src/client/state/currency.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { AmountField } from '#src/client/ui/amount-field.tsx';
import { Field } from '#src/client/ui/field.tsx';
import { maxLength } from '#src/contract/limits.ts';

interface ProductFieldsProps {
  draft: ProductDraft;
  onDraft: (draft: ProductDraft) => void;
  disabled?: boolean;
}

export function ProductFields({ draft, onDraft, disabled = false }: ProductFieldsProps) {
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
        onAmount={(price) => onDraft({ ...draft, price })}
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
    </>
  );
}
