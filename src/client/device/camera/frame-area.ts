export type Size = { readonly width: number; readonly height: number };
export type Area = Size & { readonly left: number; readonly top: number };

/**
 * Returns the drawn frame in pixels of the camera's picture, which `box` shows with `object-fit: cover`: the
 * picture fills the box, and what is too long is cut off on both sides.
 */
export function frameInPicture(frame: Area, box: Area, picture: Size): Area {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  return {
    left: (frame.left - box.left - box.width / 2) / scale + picture.width / 2,
    top: (frame.top - box.top - box.height / 2) / scale + picture.height / 2,
    width: frame.width / scale,
    height: frame.height / scale,
  };
}

/**
 * Returns the part of the picture to decode: the frame plus a fifth, so that a code as large as the frame keeps
 * its quiet zone. In whole pixels, inside the picture, because old Safari draws nothing from outside of it.
 */
export function decodedArea(frame: Area, picture: Size): Area {
  const [left, width] = widen(frame.left, frame.width, picture.width);
  const [top, height] = widen(frame.top, frame.height, picture.height);
  return { left, top, width, height };
}

function widen(start: number, length: number, limit: number): [start: number, length: number] {
  const first = Math.max(0, Math.floor(start - length / 10));
  return [first, Math.min(limit, Math.ceil(start + length * 1.1)) - first];
}

export function contains({ left, top, width, height }: Area, x: number, y: number): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
