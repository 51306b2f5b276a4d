import { type ComponentType, lazy } from 'react';

export type LazyScreen = ComponentType & { preload(): Promise<void> };

/**
 * A screen in a separate chunk. Once preloaded it renders at once: through React.lazy alone the first page
 * would show "Cargando..." for at least the 300 ms for which React holds a fallback.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  const held: { screen: ComponentType | null } = { screen: null };
  const preload = async (): Promise<void> => {
    held.screen = await load();
  };
  const Later = lazy(async () => ({ default: await load() }));
  function Screen() {
    const Loaded = held.screen ?? Later;
    return <Loaded />;
  }
  return Object.assign(Screen, { preload });
}

/** Returns the lazy screen of each loader. */
export function lazyScreens<Name extends string>(
  loads: Record<Name, () => Promise<ComponentType>>,
): Record<Name, LazyScreen> {
  const entries = Object.entries<() => Promise<ComponentType>>(loads);
  return Object.fromEntries(entries.map(([name, load]) => [name, lazyScreen(load)])) as Record<
    Name,
    LazyScreen
  >;
}
