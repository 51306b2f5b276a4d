import { describe, it } from 'vitest';
import { expectCleanCampaign } from './expect-clean.ts';

describe('a simulated market, seeds 1501 to 3000', () => {
  it(
    'loses nothing, pays nothing twice and shows every conflict',
    async () => expectCleanCampaign(1501, 1_500),
    1_200_000,
  );
});
