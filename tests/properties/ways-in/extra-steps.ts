import { complaintStep } from '#tests/extras/complaints/complaint-step.ts';
import type { ExtraStep } from './extra-step.ts';

/** The ways in to the money that extras add. */
export const extraSteps: readonly ExtraStep[] = [complaintStep];
