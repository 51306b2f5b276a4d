import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BarChart } from '#src/client/ui/charts/charts.tsx';

type Box = { x: number; y: number; width: number; height: number };

const letter = 8;

/** The figures that are written into the drawing, and the bars that it has, in its own pixels. */
function drawn(values: readonly number[]) {
  const groups = values.map((_, place) => `Día ${place + 1}`);
  const series = [{ name: 'Vendido', look: 'solid', values }] as const;
  const html = renderToStaticMarkup(
    <BarChart label="Ventas" groups={groups} series={series} format={(value) => `$${value}`} />,
  );
  const bars: Box[] = [
    ...html.matchAll(/<rect[^>]* x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"><title>/g),
  ].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }));
  const figures = [
    ...html.matchAll(/<text class="[^"]*value[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)/g),
  ].map(([, x, y, text = '']) => {
    const width = text.length * letter;
    return { text, box: { x: Number(x) - width, y: Number(y) - 11, width, height: 14 } };
  });
  return { bars, figures };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe('the figure of the last bar', () => {
  it('stands beside it where nothing is drawn, without the name of the day', () => {
    const { figures } = drawn([10, 20, 15, 90]);
    expect(figures.map(({ text }) => text)).toEqual(['$90']);
  });

  it('says its day where it stands above other bars', () => {
    const { figures } = drawn([10, 20, 90, 5]);
    expect(figures.map(({ text }) => text)).toEqual(['Día 4 · $5']);
  });

  it.each([
    [[10, 20, 15, 90]],
    [[10, 20, 90, 5]],
    [[90, 90, 90, 90]],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
    [[20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ])('lies over no bar and inside the drawing: %j', (values) => {
    const { bars, figures } = drawn(values);
    expect(bars).toHaveLength(values.length);
    expect(figures).toHaveLength(1);
    for (const { box } of figures) {
      expect(bars.filter((bar) => overlap(bar, box))).toEqual([]);
      expect(box.y).toBeGreaterThanOrEqual(0);
    }
  });

  it('is left out where nothing was sold', () => {
    expect(drawn([10, 20, 0]).figures).toEqual([]);
  });
});
