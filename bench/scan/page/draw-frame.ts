import { create } from 'qrcode';
import type { Damage } from './damage.ts';
import { placeCode } from './place-code.ts';
import type { Random } from './seeded-random.ts';

/** Draws a camera frame of the damaged code on a canvas, as both decoders get it. */
export function drawFrame(text: string, damage: Damage, random: Random): HTMLCanvasElement {
  const sharp = newCanvas(damage);
  const pixels = sharp.context.createImageData(damage.width, damage.height);
  fill(pixels, damage, paperOf(text, damage, random), clutter(damage, random));
  sharp.context.putImageData(pixels, 0, 0);
  const seen = newCanvas(damage);
  throughLens(seen.context, sharp.canvas, damage);
  const lit = seen.context.getImageData(0, 0, damage.width, damage.height);
  light(lit, damage, random);
  seen.context.putImageData(lit, 0, 0);
  return seen.canvas;
}

function newCanvas({ width, height }: Damage) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d canvas');
  return { canvas, context };
}

type Brightness = (u: number, v: number) => number;

/** The printed code, including 4 modules of quiet zone, with its print faults and stains. */
function paperOf(text: string, damage: Damage, random: Random): Brightness {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = size + 8;
  const stains = Array.from({ length: damage.stains > 0 ? 3 : 0 }, () => ({
    u: random.between(0.3, 0.7),
    v: random.between(0.3, 0.7),
    radius: Math.sqrt(damage.stains / 3 / Math.PI),
    brightness: random.between(20, 235),
  }));
  const dead = Array.from({ length: damage.thermal ? 3 : 0 }, () => random.between(0.1, 0.9));
  const band = damage.thermal ? random.between(0.2, 0.8) : -1;
  return (u, v) => {
    const stain = stains.find((spot) => Math.hypot(u - spot.u, v - spot.v) < spot.radius);
    if (stain) return stain.brightness;
    const column = Math.floor(u * side) - 4;
    const row = Math.floor(v * side) - 4;
    const printed = column >= 0 && row >= 0 && column < size && row < size && data[row * size + column] === 1;
    if (!printed || dead.some((at) => Math.abs(u - at) < 0.0015)) return damage.paper;
    const fading = Math.abs(v - band) < 0.06 ? 0.55 : 0;
    return damage.ink + fading * (damage.paper - damage.ink);
  };
}

/** Surroundings of the paper: boxes of other brightness. */
function clutter({ width, height, ink, paper }: Damage, random: Random): Brightness {
  const boxes = Array.from({ length: 25 }, () => ({
    x: random.between(0, width),
    y: random.between(0, height),
    size: random.between(20, 200),
    brightness: random.between(ink, paper),
  }));
  const ground = (ink + paper) / 2;
  return (x, y) =>
    boxes.find((box) => Math.abs(x - box.x) < box.size && Math.abs(y - box.y) < box.size / 2)?.brightness ??
    ground;
}

/** Four samples per pixel. */
function fill(pixels: ImageData, damage: Damage, paper: Brightness, around: Brightness): void {
  const place = placeCode(damage);
  const steps = [0.25, 0.75];
  for (let y = 0; y < damage.height; y++) {
    for (let x = 0; x < damage.width; x++) {
      const [centreU, centreV] = place(x + 0.5, y + 0.5);
      let brightness = 0;
      if (centreU < -0.01 || centreU > 1.01 || centreV < -0.01 || centreV > 1.01) brightness = around(x, y);
      else {
        for (const stepY of steps) {
          for (const stepX of steps) brightness += paper(...place(x + stepX, y + stepY)) / 4;
        }
      }
      const at = (y * damage.width + x) * 4;
      pixels.data.set([brightness, brightness, brightness, 255], at);
    }
  }
}

/** Out of focus, and blurred by motion. */
function throughLens(context: CanvasRenderingContext2D, sharp: HTMLCanvasElement, damage: Damage): void {
  context.filter = damage.blurPx > 0 ? `blur(${damage.blurPx}px)` : 'none';
  const steps = Math.max(1, Math.round(damage.motionPx * 2));
  for (let step = 0; step < steps; step++) {
    context.globalAlpha = 1 / (step + 1);
    const moved = (step / steps - 0.5) * damage.motionPx;
    context.drawImage(sharp, moved, moved / 3);
  }
}

/** The shadow of a hand, a reflection, and the sensor's noise. */
function light({ data }: ImageData, damage: Damage, random: Random): void {
  const { width, height, shadow, glarePx, noise } = damage;
  const edge = random.between(0.4, 0.6) * width;
  const glareX = width / 2 + turnBy(random, damage.sidePx / 4);
  const glareY = height / 2 + turnBy(random, damage.sidePx / 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const soft = Math.min(1, Math.max(0, (x - edge + y / 4) / 40));
      let brightness = (data[at] ?? 0) * (1 - soft * (1 - shadow));
      if (glarePx > 0)
        brightness += 400 * Math.exp(-(((x - glareX) ** 2 + (y - glareY) ** 2) / (glarePx / 2) ** 2));
      if (noise > 0) brightness += noise * random.normal();
      data[at] = data[at + 1] = data[at + 2] = brightness;
    }
  }
}

function turnBy(random: Random, limit: number): number {
  return random.between(-limit, limit);
}
