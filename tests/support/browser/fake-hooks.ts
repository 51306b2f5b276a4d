/** React's hooks without a screen, for `vi.mock('react')`: state is visible at the next call, and effects run after the first. */
type Slot = { value: unknown; dependencies?: readonly unknown[]; end?: (() => void) | undefined };

const slots: Slot[] = [];
const effects: (() => void)[] = [];
let at = 0;

const valueOf = (next: unknown, before?: unknown): unknown =>
  typeof next === 'function' ? next(before) : next;

export function useState(first: unknown): [unknown, (next: unknown) => void] {
  const slot = (slots[at++] ??= { value: valueOf(first) });
  return [slot.value, (next) => (slot.value = valueOf(next, slot.value))];
}

export const useRef = (first: unknown): unknown => useState({ current: first })[0];

export function useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void {
  const slot = (slots[at++] ??= { value: null });
  if (slot.dependencies?.every((one, index) => one === dependencies[index])) return;
  effects.push(() => {
    slot.end?.();
    slot.dependencies = dependencies;
    slot.end = effect();
  });
}

/** Renders a component that only calls this hook. */
export function show<Value>(hook: () => Value): Value {
  at = 0;
  const shown = hook();
  for (const effect of effects.splice(0)) effect();
  return shown;
}

/** Unmounts it. */
export function leave(): void {
  for (const { end } of slots.splice(0)) end?.();
}
