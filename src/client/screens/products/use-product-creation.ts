import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  emptyProduct,
  isComplete,
  type Offerer,
  type ProductDraft,
  sendNewProduct,
} from '#src/client/queries/products.ts';
import { useFormKey } from '#src/client/shared/operation/use-form-key.ts';

const createdShownMs = 3000;

type Phase = 'typing' | 'missing' | 'sending' | 'created' | 'failed';

/** After a creation the form stays as it is for 3 s, locked, so that nothing is created twice; then it clears. */
export function useProductCreation(offerer: Offerer) {
  const client = useQueryClient();
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
    await client.invalidateQueries({ queryKey: ['products', offerer.id] });
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
