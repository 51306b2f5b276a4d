import type { AppAt } from '#src/client/shared/extra.ts';
import type { Stage } from './exercises/run-exercise.ts';
import type { RealPlace } from './place/own-place.ts';

export type Practice = Stage & { real: RealPlace; app: AppAt };
