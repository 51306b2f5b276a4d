import { reportTexts as texts } from '#src/client/texts/reports-texts.ts';

export interface Comparison {
  text: string;
  side: 'up' | 'down' | 'same';
}

/** How a figure stands to the one of the period before, in words. */
export function compare(now: number, before: number): Comparison {
  if (now === before) return { text: texts.same, side: 'same' };
  if (before === 0) return { text: texts.fresh, side: 'up' };
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  if (percent === 0) return { text: texts.same, side: 'same' };
  const shown = String(Math.abs(percent));
  return percent > 0 ? { text: texts.up(shown), side: 'up' } : { text: texts.down(shown), side: 'down' };
}
