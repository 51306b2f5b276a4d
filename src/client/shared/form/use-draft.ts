import { type ChangeEvent, type FormEvent, useState } from 'react';

export type ErrorsOf<Draft> = Partial<Record<keyof Draft & string, string>>;

type Control = HTMLInputElement | HTMLSelectElement;

/** What a field of a form is given. */
export interface DraftField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<Control>) => void;
}

/**
 * The contents of a form. Errors, from `errorsOf` and from the server, are shown once somebody tried to send it, and checked
 * again with every change; the first field with an error takes the focus.
 */
export function useDraft<Draft extends Record<string, string>>(
  empty: Draft,
  errorsOf: (draft: Draft) => ErrorsOf<Draft>,
) {
  const [draft, setDraft] = useState(empty);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<ErrorsOf<Draft>>({});
  const errors: ErrorsOf<Draft> = { ...(isTried ? errorsOf(draft) : {}), ...refused };

  function change(name: keyof Draft & string, value: string): void {
    setDraft((before) => ({ ...before, [name]: value }));
    setRefused(({ [name]: _answered, ...rest }) => rest as ErrorsOf<Draft>);
  }

  return {
    draft,
    errors,
    /** The server's errors of single fields; each is shown until its field is changed. */
    refuse: setRefused,
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
      if (Object.keys(wrong).length === 0) send(draft);
      else focusFirst(event.currentTarget, wrong);
    },
  };
}

function focusFirst(form: HTMLFormElement, wrong: object): void {
  const controls = [...form.elements] as Control[];
  controls.find(({ name }) => name in wrong)?.focus();
}
