import { practiceTexts as texts } from '../texts/practice-texts.ts';

/** Marks dialogs and papers as practice (practice.css), and the window's title, whatever page sets it. */
export function markDocument(): void {
  document.documentElement.dataset['practice'] = '';
  const words = { band: texts.band, paper: texts.paper, 'paper-end': texts.paperEnd };
  const rules = Object.entries(words).map(([name, text]) => `--practice-${name}: "${text}";`);
  const style = document.createElement('style');
  style.textContent = `:root { ${rules.join(' ').replaceAll('\n', '\\A ')} }`;
  document.head.append(style);

  const prefix = `${texts.titlePrefix} · `;
  const mark = (): void => {
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
  };
  mark();
  new MutationObserver(mark).observe(document.head, { childList: true, characterData: true, subtree: true });
}
