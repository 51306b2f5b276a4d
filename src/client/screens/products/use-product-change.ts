import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallFailure, take } from '#src/client/queries/call-failure.ts';
import {
  type Offerer,
  type ProductDraft,
  sendEdit,
  sendRemoval,
  type ShownProduct,
} from '#src/client/queries/products.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import { productTexts as texts } from '#src/client/texts/products-texts.ts';
import { showToast } from '#src/client/ui/show-toast.ts';

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
