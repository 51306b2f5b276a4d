import { useMutation, useQueryClient } from '@tanstack/react-query';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';
import { CallFailure, take } from '../dashboard/call-failure.ts';
import { failureText } from '../failure-text.ts';
import type { Offerer, ProductDraft, ShownProduct } from './product-draft.ts';
import { sendEdit, sendRemoval } from './product-draft.ts';

/** `draft` null: the product is taken away. */
export interface ProductChange {
  product: ShownProduct;
  draft: ProductDraft | null;
}

export function useProductChange(offerer: Offerer) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ product, draft }: ProductChange) =>
      take(
        draft === null
          ? await sendRemoval(offerer, product._id)
          : await sendEdit(offerer, product._id, draft),
      ),
    onSuccess: (_, { product, draft }) =>
      showToast('success', draft === null ? texts.removed(product.name) : texts.saved(draft.name)),
    onError: (error) => {
      if (error instanceof CallFailure) showToast('error', failureText(error.outcome));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['products', offerer.id] }),
        client.invalidateQueries({ queryKey: ['catalogue'] }),
      ]),
  });
}
