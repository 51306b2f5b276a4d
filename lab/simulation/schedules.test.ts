import { describe, it } from 'vitest';
import { expectCleanCampaign } from './expect-clean.ts';

describe('a simulated market, seeds 5041 to 5080', () => {
  it(
    'loses nothing, pays nothing twice and shows every conflict',
    async () => expectCleanCampaign(5041, 40),
    3_600_000,
  );
});
