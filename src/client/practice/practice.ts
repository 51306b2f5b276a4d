import type { ComponentType, ReactNode } from 'react';
import type { Stage } from './exercises/run-exercise.ts';
import type { RealPlace } from './place/own-place.ts';

/** The application, at an address of its own. `children` are inside its router. */
export type AppAt = ComponentType<{ basename: string; children?: ReactNode }>;

export type Practice = Stage & { real: RealPlace; app: AppAt };
