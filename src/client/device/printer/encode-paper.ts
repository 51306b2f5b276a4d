import { align, type Bitmap, cut, initialise, openDrawer, qr, raster, size } from './escpos.ts';

/** A paper from top to bottom: dots, and codes that the printer itself may draw. */
export type PaperPart =
  | { readonly kind: 'dots'; readonly dots: Bitmap }
  | { readonly kind: 'code'; readonly text: string; readonly moduleDots: number; readonly dots: Bitmap };

/**
 * How a printer takes a paper. `dots`: every paper is an image, which all of them print. `codes`: it draws the codes itself, for
 * one whose paper moves between the bands of an image and breaks a code there.
 */
export const dialects = ['dots', 'codes'] as const;
export type Dialect = (typeof dialects)[number];

type EncodeOptions = { dialect: Dialect; opensDrawer?: boolean };

/** The bytes of one paper, in pieces that are sent one after the other. The drawer opens before the paper comes. */
export function encodePaper(
  parts: readonly PaperPart[],
  { dialect, opensDrawer }: EncodeOptions,
): Uint8Array[] {
  const body = parts.flatMap((part) =>
    part.kind === 'code' && dialect === 'codes'
      ? [align('centre'), qr(part.text, part.moduleDots), align('left')]
      : raster(part.dots),
  );
  return [
    initialise(),
    size(1),
    align('left'),
    ...(opensDrawer === true ? [openDrawer()] : []),
    ...body,
    cut(),
  ];
}
