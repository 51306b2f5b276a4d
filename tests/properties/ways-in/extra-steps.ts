import { complaintStep } from '#tests/extras/complaints/complaint-step.ts';
import type { ExtraStep } from './extra-step.ts';

/** Ways into the ledger that extras add. */
export const extraSteps: readonly ExtraStep[] = [complaintStep];
