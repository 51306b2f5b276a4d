import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref'> {
  /** Number of attempts to send it: after each one the first wrong field takes the focus. */
  tries?: number | undefined;
  onSend: () => void;
}

/** Enter sends it, like its button. The application checks it, not the browser. */
export function Form({ tries = 0, onSend, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);
  return (
    <form
      {...form}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}

/** The sentence under each field that is wrong. */
export type FaultsOf<Draft> = Partial<Record<keyof Draft & string, string>>;

/** Props of a text field or a select. */
export interface DraftField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
}

export type Draft<Contents extends object> = ReturnType<typeof useForm<Contents>>;

/**
 * State of a form. Faults appear after the first attempt to send it, the server's after its answer, and are
 * checked again with every change.
 */
export function useForm<Contents extends object>(
  start: Contents | (() => Contents),
  faultsOf: (contents: Contents) => FaultsOf<Contents>,
) {
  const [contents, setContents] = useState(start);
  const [tries, setTries] = useState(0);
  const [refused, setRefused] = useState<FaultsOf<Contents>>({});
  const faults: Readonly<Record<string, string | undefined>> = {
    ...(tries > 0 ? faultsOf(contents) : {}),
    ...refused,
  };

  function change(part: Partial<Contents>): void {
    setContents((before) => ({ ...before, ...part }));
    setRefused((before) => {
      const kept = Object.entries(before).filter(([name]) => !(name in part));
      return Object.fromEntries(kept) as FaultsOf<Contents>;
    });
  }

  return {
    tries,
    contents,
    faults,
    change,
    /** Shows the server's faults of single fields, each until its field changes. */
    refuse: (answered: FaultsOf<Contents>) => {
      setRefused(answered);
      setTries((before) => before + 1);
    },
    /** Begins again with other contents. */
    renew: (next: Contents) => {
      setContents(next);
      setRefused({});
      setTries(0);
    },
    field: (name: keyof Contents & string): DraftField => ({
      name,
      value: String(contents[name]),
      error: faults[name],
      onChange: (event) => change({ [name]: event.target.value } as Partial<Contents>),
    }),
    sendTo: (send: (contents: Contents) => void) => {
      setTries((before) => before + 1);
      if (Object.keys(faultsOf(contents)).length === 0) send(contents);
    },
  };
}
