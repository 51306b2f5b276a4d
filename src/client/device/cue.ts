/** Results that a stall must recognise without looking: paid, not charged, accepted but unconfirmed. */
export type Cue = 'paid' | 'refused' | 'pending';

export type Tone = { readonly hertz: number; readonly startMs: number; readonly durationMs: number };

/** Sounds of the three results. A pause separates two equal tones, which would otherwise sound like one. */
export const tones: Readonly<Record<Cue, readonly Tone[]>> = {
  paid: [
    { hertz: 660, startMs: 0, durationMs: 120 },
    { hertz: 990, startMs: 120, durationMs: 220 },
  ],
  refused: [
    { hertz: 330, startMs: 0, durationMs: 200 },
    { hertz: 220, startMs: 200, durationMs: 380 },
  ],
  pending: [
    { hertz: 520, startMs: 0, durationMs: 120 },
    { hertz: 520, startMs: 220, durationMs: 120 },
  ],
};

/** Vibrations in milliseconds: on, off, on... */
export const vibrations: Readonly<Record<Cue, readonly number[]>> = {
  paid: [120],
  refused: [300, 120, 300],
  pending: [80, 80, 80, 80, 80],
};
