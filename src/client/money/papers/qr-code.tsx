import { useMemo } from 'react';
import { qrDrawing } from '#src/client/device/print/draw-qr.ts';

interface QrCodeProps {
  text: string;
  label: string;
  /** CSS length of a side including the quiet zone, or a function of the modules per side. */
  size: string | ((modules: number) => string);
  className?: string | undefined;
}

export function QrCode({ text, label, size, className }: QrCodeProps) {
  const { side, path } = useMemo(() => qrDrawing(text), [text]);
  const length = typeof size === 'string' ? size : size(side);
  return (
    <svg
      className={className}
      style={{ inlineSize: length, blockSize: length }}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      data-qr={text}
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
