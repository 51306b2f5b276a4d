import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { drawingOf } from '#src/client/ui/notes/drawing.ts';
import { Notes } from '#src/client/ui/notes/notes.tsx';

const piecesIn = (html: string): number[] =>
  [...html.matchAll(/data-piece="(\d+)"/g)].map(([, value]) => Number(value));

describe('an amount as notes and coins', () => {
  it('is one picture with one name, however many pieces it shows', () => {
    const html = renderToStaticMarkup(<Notes amount={12_500} />);
    expect(piecesIn(html)).toEqual([10_000, 2_000, 500]);
    expect(html.match(/role="img"/g)).toHaveLength(1);
    expect(html).toContain('aria-label="un billete de 10,000, uno de 2,000, una moneda de 500"');
    expect(html.match(/<svg[^>]*aria-hidden="true"/g)).toHaveLength(3);
  });

  it('draws two equal pieces, and three or more as one pile with its figure', () => {
    expect(piecesIn(renderToStaticMarkup(<Notes amount={44_000} />))).toEqual([20_000, 20_000, 2_000, 2_000]);
    const html = renderToStaticMarkup(<Notes amount={2_000_000} />);
    expect(piecesIn(html)).toEqual([100_000]);
    expect(html).toContain('×20');
    expect(html).toContain('aria-label="20 billetes de 100,000"');
  });

  it('states an amount below any coin, and draws nothing for zero', () => {
    expect(renderToStaticMarkup(<Notes amount={1_030} />)).toContain('+30');
    expect(renderToStaticMarkup(<Notes amount={0} />)).toBe('');
  });

  it('is black and white where the paper has one ink', () => {
    for (const value of denominations) {
      const inks = new Set(drawingOf(value, 'black').shapes.map(({ fill }) => fill));
      expect([...inks].sort()).toEqual(['#000', '#fff']);
    }
  });
});
