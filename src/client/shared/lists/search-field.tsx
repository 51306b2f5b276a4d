import type { ComponentProps } from 'react';
import { Search } from 'lucide-react';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Button } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { Field } from '#src/client/ui/fields/field.tsx';

interface SearchFieldProps {
  label: string;
  /** the label, where nothing else is given */
  placeholder?: string;
  value: string;
  onSearch: (typed: string) => void;
}

/** What the contract takes as `q`. */
const longest = 60;

/** Searches while one types; the label is for screen readers, and visible while the field is empty. */
export function SearchField({ label, placeholder = label, value, onSearch }: SearchFieldProps) {
  return (
    <Field
      label={label}
      labelHidden
      icon={Search}
      type="search"
      placeholder={placeholder}
      maxLength={longest}
      value={value}
      onChange={(event) => onSearch(event.target.value)}
    />
  );
}

interface EmptyListProps extends Pick<ComponentProps<typeof EmptyState>, 'drawing' | 'title' | 'actions'> {
  /** what would put something there */
  note: string;
  search?: string;
  onClear?: () => void;
}

/** Nothing there: nothing at all yet, or nothing that has what was searched for. */
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
  /** what to say where it is no search that left nothing */
  title?: string;
  note?: string;
  clear?: string;
  onClear: () => void;
}

/** Nothing has what was searched for. */
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
