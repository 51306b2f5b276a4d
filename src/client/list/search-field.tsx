import { Search } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { Form } from '#src/client/form/form.tsx';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (typed: string) => void;
}

/** Limit of `q` in the contract. */
const longest = 60;

/**
 * Searches during typing. The label is for screen readers; what to search by is visible while the field is
 * empty, beside the drawing that says to search.
 */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  return (
    <Field
      label={label}
      labelHidden
      icon={Search}
      type="search"
      placeholder={label.replace(/^Buscar por ./, (start) => start.slice(-1).toUpperCase())}
      maxLength={longest}
      value={value}
      onChange={(event) => onSearch(event.target.value)}
    />
  );
}

interface SearchFormProps {
  texts: { searchLabel: string; searchPlaceholder?: string; search: string; searching: string };
  className: string | undefined;
  typed: string;
  onTyped: (typed: string) => void;
  onSearch: () => void;
  isSearching: boolean;
  readOnly?: boolean;
  /** The field's ref, for a page that focuses it. */
  fieldRef?: Ref<HTMLInputElement>;
}

/** Searches for one person when the button is pressed, because a live list would reveal other customers. */
export function SearchForm(props: SearchFormProps) {
  const { texts, typed, isSearching, readOnly = false, fieldRef } = props;
  return (
    <Form className={props.className} role="search" onSend={props.onSearch}>
      <Field
        label={texts.searchLabel}
        labelHidden
        icon={Search}
        placeholder={texts.searchPlaceholder ?? texts.searchLabel}
        maxLength={longest}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        value={typed}
        onChange={(event) => props.onTyped(event.target.value)}
        {...(fieldRef === undefined ? {} : { ref: fieldRef })}
      />
      <Button type="submit" busy={isSearching} busyText={texts.searching}>
        {texts.search}
      </Button>
    </Form>
  );
}

interface EmptyListProps extends Pick<ComponentProps<typeof EmptyState>, 'drawing' | 'title' | 'actions'> {
  /** How to create the first item. */
  note: string;
  search?: string;
  onClear?: () => void;
}

/** Shown when the list has no items, or none that match the search. */
export function EmptyList({ note, search = '', onClear, ...state }: EmptyListProps) {
  if (search.trim() !== '' && onClear !== undefined) return <NoMatch search={search} onClear={onClear} />;
  return (
    <EmptyState {...state}>
      <p>{note}</p>
    </EmptyState>
  );
}

interface NoMatchProps {
  search?: string;
  /** Title when the list is empty without a search. */
  title?: string;
  note?: string;
  clear?: string;
  onClear: () => void;
}

/** No item matches the search. */
export function NoMatch({ search = '', onClear, ...words }: NoMatchProps) {
  const title = words.title ?? listsTexts.noMatchTitle(search.trim());
  return (
    <EmptyState
      drawing="lens"
      title={title}
      actions={
        <Button variant="secondary" onClick={onClear}>
          {words.clear ?? listsTexts.clear}
        </Button>
      }
    >
      <p>{words.note ?? listsTexts.noMatch}</p>
    </EmptyState>
  );
}
