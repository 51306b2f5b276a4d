const storageKey = 'theme';

export type Theme = 'day' | 'night';

/** Returns the theme last chosen on this device, else the system's preference. */
export function readTheme(): Theme {
  const told = readStored();
  if (told === 'day' || told === 'night') return told;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
}

/** Returns the current theme. */
export function shownTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'night' ? 'night' : 'day';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // A browser that keeps nothing still shows what was chosen.
  }
  applyTheme(theme);
}

/** Stalls work in the sun: light unless a person chooses otherwise. */
export function applyOutdoorTheme(): void {
  if (readStored() === null) applyTheme('day');
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
