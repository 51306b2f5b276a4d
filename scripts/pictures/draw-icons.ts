/** Draws the icons of public/icons from the mark: `npx tsx scripts/pictures/draw-icons.ts`. Needs a Chromium (CHROMIUM_PATH). */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const mark = `
<path fill="#FFC53D" d="M5.9 4.5h4.2v3a2.1 2.1 0 0 1-4.2 0zM13.9 4.5h4.2v3a2.1 2.1 0 0 1-4.2 0z"/>
<path fill="#FFF" d="M3 2h18a1 1 0 0 1 1 1v4.5a2 2 0 0 1-4 0v-2h-4v2a2 2 0 0 1-4 0v-2H6v2a2 2 0 0 1-4 0V3a1 1 0 0 1 1-1zM3.5 10.75h2.75v8.5h11.5v-8.5h2.75V21a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z"/>
<rect fill="#FFC53D" x="9.25" y="11.75" width="5.5" height="5.5" rx=".6"/>`;

/** `share`: fraction of the ground that the mark fills; `corner`: radius as a fraction of the side. */
function icon(share: number, corner: number): string {
  const side = 100;
  const scale = (side * share) / 24;
  const inset = (side - side * share) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${side * corner}" fill="#1C3C9B"/><g transform="translate(${inset} ${inset}) scale(${scale.toFixed(4)})">${mark.replaceAll('\n', '')}</g></svg>\n`;
}

const drawings = [
  { name: 'icon-192', side: 192, svg: icon(0.68, 0.22) },
  { name: 'icon-512', side: 512, svg: icon(0.68, 0.22) },
  { name: 'maskable-512', side: 512, svg: icon(0.54, 0) },
  { name: 'apple-touch-icon', side: 180, svg: icon(0.62, 0) },
];

writeFileSync('public/icons/favicon.svg', icon(0.68, 0.22));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, side, svg } of drawings) {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
}
await browser.close();
