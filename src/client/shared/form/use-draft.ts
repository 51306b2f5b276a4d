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
 * A form as what stands in it. What is wrong is said once somebody tried to send it, by `errorsOf` and by the server, and
 * again with every change; then the first wrong field takes the focus.
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
    /** What the server said of single fields; it stands until the field is changed. */
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
