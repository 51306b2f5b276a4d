import { Buffer } from 'node:buffer';
import { renameSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** One grey picture: brightness of every pixel, row by row. Sides are even numbers. */
export type Frame = { readonly width: number; readonly height: number; readonly luma: Uint8Array };

export const smallCamera = { width: 640, height: 480 };
export const usualCamera = { width: 1280, height: 720 };

/**
 * Makes `frame` the camera's picture from the next page on (Chromium loops the file's single frame). The file
 * is replaced atomically, so that a camera being opened never reads half of it.
 */
export function showToCamera(cameraFile: string, { width, height, luma }: Frame): void {
  const header = `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420\nFRAME\n`;
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const beside = `${cameraFile}.new`;
  writeFileSync(beside, Buffer.concat([Buffer.from(header), luma, colourless]));
  renameSync(beside, cameraFile);
}

/**
 * A downloaded picture in front of the camera: its code, the upper square, fills the drawn frame, slightly
 * rotated on a grey table. `page` is any page of Chromium, which decodes the picture.
 */
export async function frameOfPicture(page: Page, picture: Buffer, size = usualCamera): Promise<Frame> {
  const luma = await page.evaluate(drawBeforeCamera, { picture: picture.toString('base64'), ...size });
  return { ...size, luma: Buffer.from(luma, 'base64') };
}

/** Runs in the page, so it cannot use anything from outside. */
async function drawBeforeCamera(given: { picture: string; width: number; height: number }): Promise<string> {
  const { width, height } = given;
  const bytes = Uint8Array.from(atob(given.picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  context.fillStyle = '#777';
  context.fillRect(0, 0, width, height);
  const scale = (0.6 * height) / bitmap.width;
  context.translate(width / 2, height / 2);
  context.rotate(0.03);
  context.scale(scale, scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.width / 2);
  const { data } = context.getImageData(0, 0, width, height);
  let luma = '';
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    luma += String.fromCharCode(Math.round(0.299 * red + 0.587 * green + 0.114 * blue));
  }
  return btoa(luma);
}
