import { type ChangeEvent, type FormEvent, useState, useRef } from 'react';
import { newOpId } from '#src/client/commands/new-id.ts';
import type { OpId } from '#src/contract/brands.ts';

export type ErrorsOf<Draft> = Partial<Record<keyof Draft & string, string>>;

type Control = HTMLInputElement | HTMLSelectElement;

/** Props of a form field. */
export interface DraftField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<Control>) => void;
}

/**
 * State of a form. Errors of `errorsOf` and of the server appear after the first attempt to submit, and are
 * checked again with every change. The first field with an error takes the focus.
 */
export function useDraft<Draft extends Record<string, string>>(
  empty: Draft,
  errorsOf: (draft: Draft) => ErrorsOf<Draft>,
) {
  const [draft, setDraft] = useState(empty);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ErrorsOf<Draft>>({});
  const sent = useRef<HTMLFormElement>(null);
  const errors: ErrorsOf<Draft> = { ...(isTried ? errorsOf(draft) : {}), ...refused };

  function change(name: keyof Draft & string, value: string): void {
    setDraft((before) => ({ ...before, [name]: value }));
    setRefused(({ [name]: _answered, ...rest }) => rest as ErrorsOf<Draft>);
  }

  return {
    draft,
    errors,
    change,
    /**
     * Shows the server's errors of single fields, each until its field changes. The first takes the focus.
     */
    refuse: (answered: ErrorsOf<Draft>) => {
      setRefused(answered);
      if (sent.current !== null) focusFirst(sent.current, answered);
    },
    field: (name: keyof Draft & string): DraftField => ({
      name,
      value: draft[name] ?? '',
      error: errors[name],
      onChange: (event) => change(name, event.target.value),
    }),
    submitTo: (send: (draft: Draft) => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      const wrong = errorsOf(draft);
      sent.current = event.currentTarget;
      if (Object.keys(wrong).length === 0) send(draft);
      else focusFirst(event.currentTarget, wrong);
    },
  };
}

function focusFirst(form: HTMLFormElement, wrong: object): void {
  const controls = [...form.elements] as Control[];
  controls.find(({ name }) => name in wrong)?.focus();
}

/**
 * Returns the operation id of a form's contents. A second tap, or a retry after a lost answer, is the same
 * operation. A changed form gets a new id, as does the same form after `renew`.
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
