import { describe, it } from 'vitest';
import { expectCleanCampaign } from './expect-clean.ts';

describe('a simulated market, seeds 7501 to 10000', () => {
  it(
    'loses nothing, pays nothing twice and shows every conflict',
    async () => expectCleanCampaign(7_501, 2_500),
    1_200_000,
  );
});
