import type { ComponentType } from 'react';
import { CodeStep } from '#src/extras/second-factor/sign-in.ts';
import type { CodeStepProps } from './extra.ts';

/**
 * Additions of extras for a sign-in that needs a code after the password. The first page loads this file, so
 * each part is loaded lazily.
 */
export const codeSteps: readonly ComponentType<CodeStepProps>[] = [CodeStep];
