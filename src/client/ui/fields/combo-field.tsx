import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { comboTexts as texts } from '#src/client/texts/lists-texts.ts';
import { Icon } from '#src/client/ui/icon.tsx';
import { FieldFrame, useFieldIds } from './field-frame.tsx';
import styles from './combo-field.module.css';
import fieldStyles from './field.module.css';

export interface ComboOption {
  value: string;
  label: string;
  note?: string | undefined;
}

interface ComboFieldProps {
  label: string;
  labelHidden?: boolean;
  icon?: LucideIcon;
  placeholder: string;
  /** what stands in the field while the list is closed; empty: nothing is chosen */
  chosenLabel: string;
  value: string;
  options: readonly ComboOption[];
  /** how many the search found, said to whoever does not see the list; undefined while it is not known */
  found: string | undefined;
  onSearch: (typed: string) => void;
  onChoose: (option: ComboOption) => void;
  /** The list can go on: it is asked for when its end is reached. */
  onMore?: (() => void) | undefined;
  failed?: boolean;
}

/** Searches a list that is too long to look through; by keys, by touch, by ear. */
export function ComboField(props: ComboFieldProps) {
  const { label, labelHidden, icon, placeholder, chosenLabel, options, found } = props;
  const ids = useFieldIds(undefined, texts.hint, undefined);
  const listId = `${ids.control}-list`;
  const chosen = options.findIndex(({ value }) => value === props.value);
  const combo = useCombo({
    count: options.length,
    chosen,
    onChoose: (place) => {
      const option = options[place];
      if (option !== undefined) props.onChoose(option);
    },
    onSearch: props.onSearch,
    onMore: props.onMore,
  });
  const { isOpen, active } = combo;
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden === true} icon={icon}>
      <input
        id={ids.control}
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        aria-describedby={`${ids.control}-how`}
        className={styles.input}
        placeholder={isOpen && chosenLabel !== '' ? chosenLabel : placeholder}
        value={isOpen ? combo.typed : chosenLabel}
        onChange={(event) => combo.onType(event.target.value)}
        onClick={combo.open}
        onKeyDown={combo.onKeyDown}
        onBlur={combo.close}
      />
      <Icon of={ChevronDown} className={fieldStyles.chevron} />
      <span id={`${ids.control}-how`} hidden>
        {texts.hint}
      </span>
      <span role="status" className={fieldStyles.hidden}>
        {isOpen && (found ?? texts.loading)}
      </span>
      {isOpen && (
        <ComboList {...props} {...{ id: listId, label, active, choose: combo.choose }} typed={combo.typed} />
      )}
    </FieldFrame>
  );
}

interface ComboListProps extends ComboFieldProps {
  id: string;
  active: number;
  typed: string;
  choose: (place: number) => void;
}

function ComboList({
  id,
  label,
  value,
  options,
  found,
  active,
  typed,
  choose,
  onMore,
  failed,
}: ComboListProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    popup.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    // A press must not take the focus from the field: leaving it closes the list before the tap is one.
    <div
      ref={popup}
      role="presentation"
      className={styles.popup}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={styles.list}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + clientHeight > scrollHeight - nearPx) onMore?.();
        }}
      >
        {options.map((option, place) => (
          <button
            key={option.value}
            id={`${id}-${place}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.value === value}
            data-active={place === active ? '' : undefined}
            className={styles.option}
            onClick={() => choose(place)}
          >
            <span>
              {option.label}
              {option.note !== undefined && <small>{option.note}</small>}
            </span>
            {option.value === value && <Icon of={Check} size={20} />}
          </button>
        ))}
      </div>
      <p className={styles.foot} aria-hidden>
        {footOf(failed === true, options.length, found, typed)}
      </p>
    </div>
  );
}

/** So close to the end of the list the next page is asked for. */
const nearPx = 96;

function footOf(failed: boolean, count: number, found: string | undefined, typed: string): string {
  if (failed) return texts.failed;
  if (found === undefined) return texts.loading;
  return count === 0 ? texts.none(typed.trim()) : found;
}

interface ComboOptions {
  count: number;
  /** the place of the chosen option, or -1 */
  chosen: number;
  onChoose: (place: number) => void;
  onSearch: (typed: string) => void;
  /** asks for what comes after the last option */
  onMore: (() => void) | undefined;
}

/** What a combobox does with keys and typing (ARIA 1.2: the focus stays in the field, one option is the active one). */
function useCombo({ count, chosen, onChoose, onSearch, onMore }: ComboOptions) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [moved, setMoved] = useState<number | null>(null);
  const active = Math.min(moved ?? (typed === '' ? chosen : 0), count - 1);
  const search = (text: string): void => {
    setTyped(text);
    setMoved(null);
    onSearch(text);
  };
  const open = (): void => {
    if (isOpen) return;
    setOpen(true);
    search('');
  };
  const close = (): void => {
    setOpen(false);
    search('');
  };
  const choose = (place: number): void => {
    if (place < 0 || place >= count) return;
    onChoose(place);
    close();
  };
  const step = (by: 1 | -1): void => {
    if (!isOpen) open();
    else if (count > 0) {
      if (by === 1 && active >= count - 1 && onMore !== undefined) onMore();
      else setMoved((active + by + count) % count);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(active);
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list is closed, not the dialog that it may stand in.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const onType = (text: string): void => {
    setOpen(true);
    search(text);
  };
  return { isOpen, typed, active, open, close, choose, onType, onKeyDown };
}
