import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { newOpId } from '#src/client/commands/new-id.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import { type Deed, useChange, useStaleAfter } from '#src/client/queries/stale.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { type Contract, Fields, faultsOf, type FormField } from './fields.tsx';
import { Form, useForm } from './form.tsx';

interface DescribedForm<Contents extends object> {
  start: Contents;
  fields: (contents: Contents) => readonly FormField<Contents>[];
  contract?: Contract;
  /** Receives the contents without the spaces around a text. A call's mutation has this form. */
  save: { mutate: (contents: Contents) => void; isPending?: boolean; error?: Error | null };
}

function useDescribed<Contents extends object>(form: DescribedForm<Contents>) {
  const { start, fields, contract, save } = form;
  const draft = useForm(start, (contents) => faultsOf(fields(contents), contents, contract));
  const shown = fields(draft.contents);
  return {
    draft,
    send: () => {
      if (save.isPending !== true) draft.sendTo((contents) => save.mutate(trimmed(contents, shown)));
    },
    controls: <Fields of={draft} fields={shown} contract={contract} />,
  };
}

/** Passwords are taken as typed. */
function trimmed<Contents extends object>(
  contents: Contents,
  fields: readonly FormField<Contents>[],
): Contents {
  const asTyped = new Set(fields.flatMap((field) => (field.kind === 'password' ? [field.name] : [])));
  return Object.fromEntries(
    Object.entries(contents).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && !asTyped.has(name as never) ? value.trim() : value,
    ]),
  ) as Contents;
}

interface FormDialogProps<Contents extends object>
  extends
    DescribedForm<Contents>,
    Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'no' | 'yes' | 'tone'> {
  onClose: () => void;
}

/** A form in a dialog. */
export function FormDialog<Contents extends object>({ onClose, ...props }: FormDialogProps<Contents>) {
  const { start: _start, fields: _fields, contract: _contract, save, ...dialog } = props;
  const { draft, send, controls } = useDescribed(props);
  return (
    <ConfirmDialog {...dialog} tries={draft.tries} save={{ ...save, mutate: send }} onNo={onClose}>
      {controls}
    </ConfirmDialog>
  );
}

interface FormBlockProps<Contents extends object> extends DescribedForm<Contents> {
  yes: string;
  busyText?: string;
  /** Beside the button that sends it. */
  children?: ReactNode;
}

/** A form in a page. */
export function FormBlock<Contents extends object>(props: FormBlockProps<Contents>) {
  const { yes, busyText, save, children } = props;
  const { draft, send, controls } = useDescribed(props);
  return (
    <Form tries={draft.tries} className="stack-20 narrow" onSend={send}>
      {controls}
      <FailureNotice error={save.error ?? null} />
      <div className="cluster">
        <Button
          type="submit"
          busy={save.isPending === true}
          {...(busyText === undefined ? {} : { busyText })}
        >
          {yes}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/**
 * Sends a form with an operation's id. After it succeeds, `onDone` reports it, and the lists that it made stale
 * are reloaded.
 */
export function useSave<Contents extends object, Answer>(
  deed: Deed,
  send: (contents: Contents, opId: OpId) => Promise<CallAnswer<Answer>>,
  onDone: (answer: Answer, contents: Contents) => void,
) {
  const { keyOf } = useFormKey();
  return useChange(deed, (contents: Contents) => send(contents, keyOf(contents)), onDone);
}

/** Sends a change for a button that shows no failure itself: a toast says how it ended. */
export function useToldChange<Command>(
  deed: Deed,
  send: (command: Command) => Promise<CallAnswer<unknown>>,
  said: (command: Command) => string,
) {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async (command: Command) => unwrap(await send(command)),
    onSuccess: (_, command) => showToast('success', said(command)),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: () => staleAfter(deed),
  });
}

/** Returns how a change ends that a sentence reports and that closes its dialog. */
export function saying<Answer>(
  said: (answer: Answer) => string,
  close: (answer: Answer) => void,
): (answer: Answer) => void {
  return (answer) => {
    showToast('success', said(answer));
    close(answer);
  };
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

/** A form's contents: the contract's, with every field. */
export type Draftable<Command> = { [Name in keyof Command]-?: NonNullable<Command[Name]> };

/** Returns the fields that were filled in: the contract leaves out an empty text and an amount of 0. */
export function filled<Contents extends object>(contents: Contents): Partial<Contents> {
  const given = Object.entries(contents).filter(([, value]) => value !== '' && value !== 0);
  return Object.fromEntries(given) as Partial<Contents>;
}
