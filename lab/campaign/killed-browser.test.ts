import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { lostSince } from '#lab/kill/journal-check.ts';
import { startCampaign, type KillCampaign } from '#lab/kill/kill-campaign.ts';
import { disagreements } from '#lab/kill/server-check.ts';
import { raceTwoTabs } from '#lab/kill/two-tabs.ts';
import type { OpId } from '#src/contract/brands.ts';
import { admitPeople, people, topUp } from '#tests/e2e/market-people.ts';
import { devices, openDevice, signIn } from '#tests/e2e/open-device.ts';
import { startMarket, type RunningMarket } from '#tests/e2e/running-market.ts';
import { enrol } from '#tests/e2e/stall-without-link.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { expect } from '#tests/support/browser/patient-expect.ts';

let campaign: KillCampaign;
let market: RunningMarket;
let browser: Browser;
const endings: (() => Promise<void>)[] = [];

beforeAll(async () => {
  campaign = await startCampaign();
  endings.push(() => campaign.stop());
  [market, browser] = await Promise.all([startMarket(), launchChromium()]);
  endings.push(
    () => browser.close(),
    () => market.stop(),
  );
  await admitPeople(market);
});

afterEach(async () => {
  expect(await market.audit()).toMatchObject({ total: 0, findings: [] });
});

afterAll(async () => {
  for (const end of endings) await end();
});

test('se mata el navegador vendiendo y enviando: nada confirmado se pierde ni se repite', async () => {
  const lost: string[] = [];
  for (const [moment, afterMs] of [
    ['selling', 0],
    ['selling', 40],
    ['request-on-its-way', 0],
    ['answer-on-its-way', 0],
    ['applying', 15],
  ] as const)
    lost.push(...(await campaign.round(moment, afterMs)));
  lost.push(...(await campaign.finish()));
  expect(lost).toEqual([]);
  expect(campaign.witness.screens.length).toBeGreaterThanOrEqual(3);
  expect(campaign.witness.accepted.size).toBeGreaterThanOrEqual(3);
});

test('dos pestañas de una tableta venden y envían en el mismo instante: cada venta una vez', async () => {
  const device = await openDevice(browser, market, devices.tablet);
  await enrol(device.page, 'Dos pestañas', people.stall);
  const other = await device.context.newPage();
  await signIn(other, people.stall);
  const codes: string[] = [];
  for (const name of ['uno', 'dos', 'tres', 'cuatro'])
    codes.push((await topUp(market, 50_000, name)).urlCodeQr);
  await raceTwoTabs(device.context, [device.page, other], codes, 3);
  const nobody = { states: new Map<OpId, string>(), accepted: new Set<OpId>(), screens: [] };
  expect(await lostSince(device.page, nobody)).toEqual([]);
  expect(await disagreements(market, device.page)).toEqual([]);
  expect(device.complaints).toEqual([]);
  await device.context.close();
});
