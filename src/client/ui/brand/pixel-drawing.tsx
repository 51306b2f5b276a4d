import { useMemo } from 'react';

/** Drawings of 8 px modules: i indigo, m maize, o clay. */
const drawings = {
  stall:
    '.iiiiiiiiiiiii. iiimmmiiimmmiii iiimmmiiimmmiii .i..m..i..m..i. ..i.........i.. ..i.........i.. ..i.........i.. ..i.........i.. ..iiiiiiiiiii.. ..i.i.i.i.i.i.. ..iiiiiiiiiii..',
  sun: '.......m........ ...m...m...m.... ....m.....m..... .......mmm...... .mm...mmmmm..mm. ......mmmmm..... .......mmm...... iiiiiiiiiiiiiiii i..i..i..i..i..i iiiiiiiiiiiiiiii',
  lens: '..iiiii..... .i.....i.... i.......i... i.......i... i.......i... i.......i... .i.....i.... ..iiiiii.... ........ii.. .........ii. ..........ii',
  camera:
    '...iiiiii..... iiiiiiiiiiiiii ii....ii....ii ii...i..i...ii ii..i.oo.i..ii ii..i.oo.i..ii ii...i..i...ii ii....ii....ii iiiiiiiiiiiiii',
  'no-signal':
    '....iiiiiiii.... ..ii........ii.. .i............i. i....iiiiii....i ...ii......ii... ..i..........i.. .....iiii....... ....i....i..o.o. .............o.. ......ii....o.o. ......ii........',
  lock: '...iiiiii... ..i......i.. ..i......i.. ..i......i.. iiiiiiiiiiii iiiiiiiiiiii iiiiimmiiiii iiiiimmiiiii iiiiimmiiiii iiiiiiiiiiii',
  'no-code':
    'iiiii..i.iiiii i...i.i..i...i i.i.i..iii.i.i i...i.i..i...i iiiii.i.iiiii. ..i..i........ iiiii..oo...oo i...i...oo.oo. i.i.i....ooo.. i...i...oo.oo. iiiii..oo...oo',
  basket:
    '....iiiiii.... ..ii......ii.. .i..........i. .i..........i. iiiiiiiiiiiiii i.i.i.i.i.i.ii ii.i.i.i.i.i.i .i.i.i.i.i.ii. .ii.i.i.i.i.i. ..iiiiiiiiii..',
} as const;

export type PixelDrawingName = keyof typeof drawings;

const fills: Record<string, string> = { i: 'var(--mark, var(--indigo))', m: '#ffc53d', o: '#d8552b' };

export function PixelDrawing({ name }: { name: PixelDrawingName }) {
  const { width, height, paths } = useMemo(() => trace(drawings[name].split(' ')), [name]);
  return (
    <svg
      width={width * 8}
      height={height * 8}
      viewBox={`0 0 ${width} ${height}`}
      shapeRendering="crispEdges"
      aria-hidden
    >
      {[...paths].map(([colour, path]) => (
        <path key={colour} fill={fills[colour]} d={path} />
      ))}
    </svg>
  );
}

function trace(rows: string[]): { width: number; height: number; paths: Map<string, string> } {
  const paths = new Map<string, string>();
  for (const [y, row] of rows.entries()) {
    for (const run of row.matchAll(/([imo])\1*/g)) {
      const [cells, colour = 'i'] = run;
      paths.set(colour, `${paths.get(colour) ?? ''}M${run.index} ${y}h${cells.length}v1h-${cells.length}z`);
    }
  }
  return { width: rows[0]?.length ?? 0, height: rows.length, paths };
}
