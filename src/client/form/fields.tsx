import { type ComponentProps, type ComponentPropsWithRef, Fragment, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { maxTyped } from '#src/client/texts/written/amounts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { AmountField } from '#src/client/ui/fields/amount-field.tsx';
import { CheckField } from '#src/client/ui/fields/check-field.tsx';
import { FieldFrame, useFieldIds } from '#src/client/ui/fields/field-frame.tsx';
import { Field, roomText } from '#src/client/ui/fields/field.tsx';
import { PasswordField } from '#src/client/ui/fields/password-field.tsx';
import { SelectField } from '#src/client/ui/fields/select-field.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import { maxLength } from '#src/contract/limits.ts';
import { DocumentField } from './document-field.tsx';
import type { Draft, FaultsOf } from './form.tsx';

/** The contract's schema of what the form sends. */
export interface Contract {
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
}

type NamesOf<Contents, Value> = {
  [Name in keyof Contents & string]: Contents[Name] extends Value ? Name : never;
}[keyof Contents & string];

/** The props that the form itself gives to a field. */
type Given = 'value' | 'error' | 'onChange' | 'ref' | 'id' | 'kind' | 'name';

/** A field of one kind, with the props of its component. */
type Of<Kind extends string, Names, Props> = Omit<Props, Given> & {
  kind: Kind;
  name: Names;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
  /** Sentence when the contract refuses the value. Without one the value is not checked. */
  wrong?: string;
  /** Any other fault of the value. */
  fault?: string | undefined;
};

/** Returns what else a new value changes. */
type Also<Contents> = { also?: (contents: Contents) => Partial<Contents> };

interface Props {
  text: ComponentProps<typeof Field>;
  long: ComponentProps<typeof TextAreaField>;
  password: ComponentProps<typeof PasswordField>;
  choice: ComponentProps<typeof SelectField>;
  chips: Omit<ComponentProps<typeof FilterChips>, 'chosen' | 'onChoose'>;
  check: Omit<ComponentProps<typeof CheckField>, 'checked' | 'onChecked'>;
  amount: Omit<ComponentProps<typeof AmountField>, 'amount' | 'onAmount' | 'max' | 'symbol'> & {
    /** "" for points. */
    symbol?: string;
  };
}

type ControlOf<Contents> = Also<Contents> & KindOf<Contents>;
type KindOf<Contents> =
  | Of<'text' | 'reason' | 'document', NamesOf<Contents, string>, Props['text']>
  | Of<'long', NamesOf<Contents, string>, Props['long']>
  | Of<'password', NamesOf<Contents, string>, Props['password']>
  | Of<'choice', NamesOf<Contents, string>, Props['choice']>
  | Of<'chips', NamesOf<Contents, string>, Props['chips']>
  | Of<'check', NamesOf<Contents, boolean>, Props['check']>
  | Of<'count', NamesOf<Contents, number>, Props['text']>
  | Of<'amount', NamesOf<Contents, number>, Props['amount']>;

/** A field of a form, or what stands between its fields. Lengths and limits are the contract's. */
export type FormField<Contents> =
  | ControlOf<Contents>
  | { kind: 'part'; of: ReactNode }
  | { kind: 'own'; name: keyof Contents & string; of: OwnField; fault: string | undefined }
  /** A fault of the form as a whole. */
  | { kind: 'whole'; fault: string | undefined }
  | { kind: 'group' | 'fold'; title: string; fields: readonly FormField<Contents>[] };

/** A field that no kind describes. */
type OwnField = (field: OwnProps) => ReactNode;
export interface OwnProps {
  value: unknown;
  error: string | undefined;
  set: (value: unknown) => void;
}

interface FieldsProps<Contents extends object> {
  of: Draft<Contents>;
  fields: readonly FormField<Contents>[];
  contract?: Contract | undefined;
  disabled?: boolean;
}

export function Fields<Contents extends object>({ fields, ...form }: FieldsProps<Contents>) {
  return fields.map((field, place) => {
    const key = 'name' in field ? field.name : place;
    if (!('fields' in field) && !('of' in field) && field.kind !== 'whole')
      return <Control key={key} field={field} {...form} />;
    switch (field.kind) {
      case 'part':
        return <Fragment key={key}>{field.of}</Fragment>;
      case 'own':
        return <Fragment key={key}>{field.of(ownProps(form.of, field.name))}</Fragment>;
      case 'whole': {
        const { whole } = form.of.faults;
        return (
          whole !== undefined && (
            <Notice key={key} kind="refused">
              {whole}
            </Notice>
          )
        );
      }
      case 'group':
        return (
          <fieldset key={key} className="stack-12">
            <legend>{field.title}</legend>
            <Fields {...form} fields={field.fields} />
          </fieldset>
        );
      case 'fold':
        return (
          <details key={key}>
            <summary>{field.title}</summary>
            <div className="stack">
              <Fields {...form} fields={field.fields} />
            </div>
          </details>
        );
    }
  });
}

function ownProps<Contents extends object>(
  { contents, faults, change }: Draft<Contents>,
  name: keyof Contents & string,
): OwnProps {
  const set = (value: unknown) => change({ [name]: value } as Partial<Contents>);
  return { value: contents[name], error: faults[name], set };
}

interface ControlProps<Contents extends object> extends Omit<FieldsProps<Contents>, 'fields'> {
  field: ControlOf<Contents>;
}

function Control<Contents extends object>({ field, of, contract, disabled = false }: ControlProps<Contents>) {
  const { kind, first = false, wrong, fault: _fault, also, ...shown } = field;
  const { name } = shown;
  const { value, error } = ownProps(of, name);
  const limit = limitOf(contract?.shape[name]);
  const set = (next: unknown) => {
    const part = { [name]: next } as Partial<Contents>;
    of.change({ ...part, ...also?.({ ...of.contents, ...part }) });
  };
  const input = {
    ...(first ? { 'data-safe': true } : {}),
    ...(disabled ? { disabled } : {}),
    value: String(value),
    error,
    onChange: (event: { target: { value: string } }) => set(event.target.value),
  };
  switch (kind) {
    case 'text':
      return <Field maxLength={limit} {...(shown as Props['text'])} {...input} />;
    case 'reason':
      return <Field maxLength={maxLength.reason} {...(shown as Props['text'])} {...input} />;
    case 'long':
      return <TextAreaField maxLength={limit} {...(shown as Props['long'])} {...input} />;
    case 'password':
      return <PasswordField maxLength={maxLength.password} {...(shown as Props['password'])} {...input} />;
    case 'document':
      return <DocumentField {...(shown as Props['text'])} {...input} onValue={set} />;
    case 'choice':
      return <SelectField {...(shown as Props['choice'])} {...input} />;
    case 'chips':
      return <FilterChips {...(shown as Props['chips'])} chosen={input.value} onChoose={set} />;
    case 'check':
      return <CheckField {...(shown as Props['check'])} checked={value === true} onChecked={set} />;
    case 'count':
      return (
        <Field
          inputMode="numeric"
          {...(shown as Props['text'])}
          {...input}
          onChange={(event) => set(countOf(event.target.value, limit, wrong === undefined))}
        />
      );
    case 'amount':
      return (
        <AmountField
          symbol={currencySymbol()}
          {...(shown as Props['amount'])}
          amount={Number(value)}
          onAmount={set}
          max={maxTyped}
          disabled={disabled}
          error={error}
        />
      );
  }
}

interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A multi-line text field. */
function TextAreaField({ label, hint, error, id, rows = 3, ...area }: TextAreaFieldProps) {
  const shownHint = roomText(area.value, area.maxLength) ?? hint;
  const ids = useFieldIds(id, shownHint, error);
  return (
    <FieldFrame {...{ ids, label, error }} hint={shownHint} locked={area.disabled === true}>
      <textarea
        rows={rows}
        {...area}
        id={ids.control}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  );
}

/** Digits alone. Above the limit the limit is meant, unless the field says that the number is wrong. */
function countOf(typed: string, limit = Infinity, isHeld: boolean): number {
  const count = Number(typed.replaceAll(/\D/g, '').slice(0, String(limit).length));
  return isHeld ? Math.min(limit, count) : count;
}

/** Returns the sentence under each wrong field. */
export function faultsOf<Contents extends object>(
  fields: readonly FormField<Contents>[],
  contents: Contents,
  contract?: Contract,
): FaultsOf<Contents> {
  const faults = fields.map((field): object => {
    if (field.kind === 'part') return {};
    if ('fields' in field) return faultsOf(field.fields, contents, contract);
    const name = field.kind === 'whole' ? field.kind : field.name;
    const fault = field.fault ?? ('label' in field ? wrongOf(field, contents, contract) : undefined);
    return fault === undefined ? {} : { [name]: fault };
  });
  return Object.assign({}, ...faults) as FaultsOf<Contents>;
}

/** An empty value is right where the contract leaves the field out. */
function wrongOf<Contents>(
  { name, wrong }: ControlOf<Contents>,
  contents: Contents,
  contract: Contract | undefined,
): string | undefined {
  if (wrong === undefined) return undefined;
  const value: unknown = contents[name];
  const given = typeof value === 'string' ? value.trim() || undefined : value === 0 ? undefined : value;
  const schema = contract?.shape[name];
  const isRight = schema === undefined ? given !== undefined : schema.safeParse(given).success;
  return isRight ? undefined : wrong;
}

/** The longest text or the largest number that the contract accepts. */
function limitOf(schema: z.ZodMiniType | undefined): number | undefined {
  const { innerType } = (schema?._zod.def ?? {}) as { innerType?: z.ZodMiniType };
  if (innerType !== undefined) return limitOf(innerType);
  return schema?._zod.bag['maximum'] as number | undefined;
}
