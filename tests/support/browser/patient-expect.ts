import { expect as impatient } from '@playwright/test';

/**
 * Waits up to 20 s for a page's state: on a busy machine five seconds are too few, and a state that comes
 * costs nothing.
 */
export const expect = impatient.configure({ timeout: 20_000 });
