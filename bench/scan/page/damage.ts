import type { Random } from './seeded-random.ts';

/**
 * Damage to a code between the printer and the camera. Lengths in pixels of the frame, brightness 0 to 255.
 */
export type Damage = {
  readonly width: number;
  readonly height: number;
  /** Side of the code with its quiet zone. */
  readonly sidePx: number;
  readonly rotation: number;
  /** Tilt away from the camera, in radians, about an axis in the paper. */
  readonly tilt: number;
  readonly blurPx: number;
  readonly motionPx: number;
  readonly noise: number;
  /** Brightness of ink and of paper. */
  readonly ink: number;
  readonly paper: number;
  /** Remaining light in a hand's shadow over half the frame; 1 for none. */
  readonly shadow: number;
  /** Diameter of a reflection that whitens everything; 0 for none. */
  readonly glarePx: number;
  /** Fraction of the code's area under stains. */
  readonly stains: number;
  /** Printed by a worn thermal head: dead columns and pale bands. */
  readonly thermal: boolean;
};

const perfect: Damage = {
  width: 1280,
  height: 720,
  sidePx: 430,
  rotation: 0,
  tilt: 0,
  blurPx: 0,
  motionPx: 0,
  noise: 0,
  ink: 20,
  paper: 235,
  shadow: 1,
  glarePx: 0,
  stains: 0,
  thermal: false,
};

const turn = (random: Random, limit: number): number => random.between(-limit, limit);

/** Every kind of damage, from a seeded random: the name on the left is a row of the table. */
export const damages: Readonly<Record<string, (random: Random) => Damage>> = {
  clean: (random) => ({ ...perfect, sidePx: random.between(400, 460) }),
  rotation: (random) => ({ ...perfect, rotation: turn(random, Math.PI) }),
  perspective: (random) => ({ ...perfect, rotation: turn(random, 0.5), tilt: random.between(0.5, 0.85) }),
  blur: (random) => ({ ...perfect, rotation: turn(random, 0.3), blurPx: random.between(1.2, 2.6) }),
  motion: (random) => ({ ...perfect, rotation: turn(random, 0.3), motionPx: random.between(4, 8) }),
  noise: (random) => ({ ...perfect, rotation: turn(random, 0.3), noise: random.between(18, 40) }),
  lowContrast: (random) => {
    const ink = random.between(70, 150);
    return { ...perfect, ink, paper: ink + random.between(22, 50), noise: 1.5, rotation: turn(random, 0.3) };
  },
  shadow: (random) => ({
    ...perfect,
    shadow: random.between(0.22, 0.45),
    noise: 2,
    rotation: turn(random, 0.3),
  }),
  glare: (random) => ({
    ...perfect,
    glarePx: random.between(70, 130),
    noise: 2,
    rotation: turn(random, 0.3),
  }),
  stains: (random) => ({
    ...perfect,
    stains: random.between(0.03, 0.07),
    noise: 2,
    rotation: turn(random, 0.3),
  }),
  thermal: (random) => ({ ...perfect, thermal: true, noise: 3, blurPx: 0.7, rotation: turn(random, 0.3) }),
  small: (random) => ({
    ...perfect,
    sidePx: random.between(175, 230),
    noise: 2,
    rotation: turn(random, 0.3),
  }),
  lowResolution: (random) => ({
    ...perfect,
    width: 640,
    height: 480,
    sidePx: random.between(200, 250),
    noise: 2,
    rotation: turn(random, 0.3),
  }),
  handheld: (random) => ({
    ...perfect,
    rotation: turn(random, 0.44),
    tilt: random.between(0.17, 0.5),
    blurPx: random.between(0.6, 1.2),
    noise: random.between(4, 9),
    shadow: random.between(0.5, 0.8),
  }),
};
