import { describe, it } from 'vitest';
import { expectCleanCampaign } from './expect-clean.ts';

describe('a simulated market, seeds 1 to 40', () => {
  it(
    'loses nothing, pays nothing twice and shows every conflict',
    async () => expectCleanCampaign(1, 40),
    3_600_000,
  );
});
