import { lazy } from 'react';

/** Loaded when an account needs it. */
export const CodeStep = lazy(() => import('./client/code-step.tsx').then((m) => ({ default: m.CodeStep })));
