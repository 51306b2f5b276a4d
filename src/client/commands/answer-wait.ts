/** How long an answer is waited for before this device decides by itself, ms (ADR 6). */
export const answerWaitMs = 2_500;
