import { describe, it } from 'vitest';
import { expectCleanCampaign } from './expect-clean.ts';

describe('a simulated market, seeds 5001 to 7500', () => {
  it(
    'loses nothing, pays nothing twice and shows every conflict',
    async () => expectCleanCampaign(5_001, 2_500),
    1_200_000,
  );
});
