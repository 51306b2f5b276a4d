import { expect as impatient } from '@playwright/test';

/** Waits up to 20 s for what a page shows: on a busy machine five seconds are not enough, and a state that comes costs nothing. */
export const expect = impatient.configure({ timeout: 20_000 });
