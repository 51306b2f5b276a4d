import { useRef } from 'react';
import { newOpId } from '#src/client/commands/new-id.ts';
import type { OpId } from '#src/contract/brands.ts';

/**
 * The operation id of what a form sends: a second tap, or another try after an answer that got lost, is the same
 * operation; a changed form is another one, and after `renew` the same form again is too.
 */
export function useFormKey(): { keyOf: (form: object) => OpId; renew: () => void } {
  const sent = useRef<{ opId: OpId; form: string }>(undefined);
  return {
    keyOf: (form) => {
      const text = JSON.stringify(form);
      if (sent.current?.form !== text) sent.current = { opId: newOpId(), form: text };
      return sent.current.opId;
    },
    renew: () => {
      sent.current = undefined;
    },
  };
}
