import { Search } from 'lucide-react';
import { Field } from '#src/client/ui/field.tsx';

interface SearchFieldProps {
  label: string;
  /** the label, where nothing else is given */
  placeholder?: string;
  value: string;
  onSearch: (typed: string) => void;
}

/** What the contract takes as `q`. */
const longest = 60;

/** Searches while it is typed; the label is heard, and seen while nothing is typed. */
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
