import {
  useCombobox,
  type UseComboboxReturnValue,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
} from 'downshift';
import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type UIEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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
  /** Text of the field while the list is closed; empty without a choice. */
  chosenLabel: string;
  value: string;
  options: readonly ComboOption[];
  /** Number of results, announced to screen readers; undefined while unknown. */
  found: string | undefined;
  onSearch: (typed: string) => void;
  onChoose: (option: ComboOption) => void;
  /** Loads more options when the end of the list is reached. */
  onMore?: (() => void) | undefined;
  failed?: boolean;
}

/**
 * Searches a list that is too long to browse, by keyboard, touch or screen reader (downshift implements the
 * keys of ARIA 1.2).
 */
export function ComboField(props: ComboFieldProps) {
  const { label, labelHidden, icon, placeholder, chosenLabel, found } = props;
  const ids = useFieldIds(undefined, texts.hint, undefined);
  const { combo, typed, search, open } = useCombo(props, ids.control);
  const { isOpen } = combo;
  const input = combo.getInputProps({
    'aria-describedby': `${ids.control}-how`,
    // Handled at once, here and below: downshift reports it after the next render, and fast typing would lose
    // letters or append them to the name in the closed field.
    onClick: () => isOpen || open(''),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      isOpen ? search(event.target.value) : open(insertedText(event)),
    onKeyDown: (event: KeyboardEvent) => {
      if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) open('');
      // Closes the list only, not the dialog around it.
      if (event.key === 'Escape' && isOpen) event.stopPropagation();
    },
  });
  return (
    <FieldFrame ids={ids} label={label} labelHidden={labelHidden === true} icon={icon}>
      <input
        {...input}
        aria-labelledby={undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        className={styles.input}
        placeholder={isOpen && chosenLabel !== '' ? chosenLabel : placeholder}
      />
      <Icon of={ChevronDown} className={fieldStyles.chevron} />
      <span id={`${ids.control}-how`} hidden>
        {texts.hint}
      </span>
      <span role="status" className="visually-hidden">
        {isOpen && (found ?? texts.loading)}
      </span>
      <ComboList {...props} combo={combo} typed={typed} />
    </FieldFrame>
  );
}

interface ComboListProps extends ComboFieldProps {
  combo: UseComboboxReturnValue<ComboOption>;
  typed: string;
}

function ComboList({ label, value, options, found, combo, typed, onMore, failed }: ComboListProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { isOpen, highlightedIndex } = combo;
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const menu = combo.getMenuProps({
    'aria-label': label,
    tabIndex: -1,
    className: styles.list,
    onScroll: ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLDivElement>) => {
      if (scrollTop + clientHeight > scrollHeight - nearPx) onMore?.();
    },
  });
  return (
    <div ref={popup} role="presentation" className={styles.popup} hidden={!isOpen}>
      <div {...menu}>
        {isOpen &&
          options.map((option, index) => (
            <button
              key={option.value}
              {...combo.getItemProps({ item: option, index, 'aria-selected': option.value === value })}
              type="button"
              tabIndex={-1}
              data-active={index === highlightedIndex ? '' : undefined}
              className={`row-12 plain between ${styles.option}`}
            >
              <span>
                {option.label}
                {option.note !== undefined && <small>{option.note}</small>}
              </span>
              {option.value === value && <Icon of={Check} size={20} />}
            </button>
          ))}
      </div>
      <p className={`ruled soft small ${styles.foot}`} aria-hidden>
        {footOf(failed === true, options.length, found, typed)}
      </p>
    </div>
  );
}

/** Distance from the end of the list at which the next page is requested, px. */
const nearPx = 96;

function footOf(failed: boolean, count: number, found: string | undefined, typed: string): string {
  if (failed) return texts.failed;
  if (found === undefined) return texts.loading;
  return count === 0 ? texts.none(typed.trim()) : found;
}

/** The field shows the typed text while the list is open, the chosen option while it is closed. */
function useCombo(props: ComboFieldProps, inputId: string) {
  const { options, value, chosenLabel, found, onSearch, onChoose, onMore } = props;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = (text: string): void => {
    setTyped(text);
    onSearch(text);
  };
  // Memoised while the list changes: downshift answers a new value with an action, which would undo an Escape
  // pressed just before.
  const chosen = useMemo(() => ({ value, label: chosenLabel }), [value, chosenLabel]);
  const combo = useCombobox<ComboOption>({
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    inputId,
    isOpen,
    inputValue: isOpen ? typed : chosenLabel,
    selectedItem: chosenLabel === '' ? null : chosen,
    stateReducer: (state, action) => nextState(state, action, options.length, found === undefined),
    onStateChange: ({ isOpen: opened, selectedItem, highlightedIndex }) => {
      if (opened !== undefined) setOpen(opened);
      if (opened === false) search('');
      if (selectedItem) onChoose(selectedItem);
      if (highlightedIndex !== undefined && highlightedIndex === options.length - 1) onMore?.();
    },
  });
  const open = (text: string): void => {
    search(text);
    setOpen(true);
  };
  return { combo, typed, search, open };
}

/** Returns the text typed or pasted into the closed field, without the name that was there. */
function insertedText({ nativeEvent, target }: ChangeEvent<HTMLInputElement>): string {
  return nativeEvent instanceof InputEvent && nativeEvent.data !== null ? nativeEvent.data : target.value;
}

/** Number of options that the page keys move. */
const pageLength = 10;

/**
 * Deviations of this field: nothing can be chosen from a list of an older search, and nothing is ever
 * cleared.
 */
function nextState(
  state: UseComboboxState<ComboOption>,
  { type, changes }: UseComboboxStateChangeOptions<ComboOption>,
  count: number,
  isOutdated: boolean,
): Partial<UseComboboxState<ComboOption>> {
  const kinds = useCombobox.stateChangeTypes;
  const kept = { selectedItem: state.selectedItem };
  // A list that scrolls under a resting mouse must not take the selection from the keys.
  if (type === kinds.ItemMouseMove || type === kinds.MenuMouseLeave) return state;
  if (type === kinds.InputClick) return { ...changes, isOpen: true };
  if (type === kinds.InputChange)
    return { ...changes, highlightedIndex: (changes.inputValue ?? '').trim() === '' ? -1 : 0 };
  if (type === kinds.InputKeyDownEscape) return state.isOpen ? { ...changes, ...kept } : state;
  // The next page is loading: the selection does not wrap to the first option.
  if (type === kinds.InputKeyDownArrowDown && state.isOpen && state.highlightedIndex === count - 1)
    return state;
  // Page keys stop at the ends, where downshift would wrap around.
  if (type === kinds.InputKeyDownPageDown)
    return { ...changes, highlightedIndex: Math.min(state.highlightedIndex + pageLength, count - 1) };
  if (type === kinds.InputKeyDownPageUp)
    return {
      ...changes,
      highlightedIndex: Math.max(state.highlightedIndex - pageLength, Math.min(0, count - 1)),
    };
  if (type === kinds.InputKeyDownEnter && isOutdated) return state;
  if (type === kinds.InputBlur && isOutdated) return { ...changes, ...kept };
  return changes;
}
