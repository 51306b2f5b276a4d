import { align, type Bitmap, cut, initialise, openDrawer, qr, raster, size } from './escpos.ts';

/** A paper from top to bottom: dots, and codes that the printer itself may draw. */
export type PaperPart =
  | { readonly kind: 'dots'; readonly dots: Bitmap }
  | { readonly kind: 'code'; readonly text: string; readonly moduleDots: number; readonly dots: Bitmap };

/** A code is drawn by the printer, or by this device as dots. */
export type CodeWay = 'native' | 'raster';

type EncodeOptions = { code: CodeWay; opensDrawer?: boolean };

/** The bytes of one paper, in pieces that are sent one after the other. The drawer opens before the paper comes. */
export function encodePaper(parts: readonly PaperPart[], { code, opensDrawer }: EncodeOptions): Uint8Array[] {
  const body = parts.flatMap((part) =>
    part.kind === 'code' && code === 'native'
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
