import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect } from '#tests/support/browser/patient-expect.ts';

/**
 * Rules that axe leaves off: of level AAA, or experimental. Two stay off: `p-as-heading` takes a name in the
 * bar for a heading, and `label-content-name-mismatch` the drawing on a key for its words.
 */
const offByDefault = [
  'color-contrast-enhanced',
  'css-orientation-lock',
  'identical-links-same-purpose',
  'meta-refresh-no-exceptions',
  'table-fake-caption',
  'td-has-header',
];

/** Every rule but those two, including advice. */
const options: RunOptions = {
  resultTypes: ['violations'],
  rules: Object.fromEntries(offByDefault.map((id) => [id, { enabled: true }])),
};

/** Pages that load axe with each document: half a megabyte is sent once and not for every check. */
const equipped = new WeakSet<Page>();

/**
 * Returns axe's findings on the present page: rule and first place. Each must be found twice: an answer
 * may come while it reads, and a button that is allowed again has other colours for 0.2 s.
 */
export async function barriers(page: Page): Promise<string[]> {
  const findings = await findBarriers(page);
  return findings.length === 0 ? findings : findBarriers(page);
}

async function findBarriers(page: Page): Promise<string[]> {
  await expect(page.getByText('Cargando...')).toHaveCount(0);
  await page.evaluate(settled);
  if (!equipped.has(page)) {
    equipped.add(page);
    await page.addInitScript({ content: axe.source });
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(runAxe, options);
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html ?? ''}`);
}

declare global {
  interface Window {
    axe: { run: (context: Document, chosen: RunOptions) => Promise<AxeResults> };
  }
}

async function runAxe(chosen: RunOptions): Promise<AxeResults['violations']> {
  const { violations } = await window.axe.run(document, chosen);
  return violations;
}

/**
 * Waits for fade-ins: a half-transparent element has other colours than a person reads. Longer animations
 * show a duration, like the line under a toast.
 */
async function settled(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) <= 1_000);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
