import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BarChart, type Series } from '#src/client/ui/charts/bar-chart.tsx';

type Box = { x: number; y: number; width: number; height: number };

const letter = 8;

/** Returns the figures in the chart and its bars, in its own pixels. */
function drawn(series: readonly Series[]) {
  const groups = (series[0]?.values ?? []).map((_, place) => `Día ${place + 1}`);
  const html = renderToStaticMarkup(
    <BarChart
      label="Ventas"
      groups={groups}
      series={series}
      format={(value) => `$${value}`}
      words={{ read: 'Día que se lee', hint: 'Toque', difference: 'Diferencia' }}
    />,
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
    return { text, box: { x: Number(x) - width / 2, y: Number(y) - 11, width, height: 14 } };
  });
  return { html, bars, figures };
}

const sold = (values: readonly number[]): Series => ({ name: 'Vendido', look: 'solid', values });
const toppedUp = (values: readonly number[]): Series => ({ name: 'Recargado', look: 'hatch', values });

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe('the figures of a chart', () => {
  it.each([
    [[sold([10, 20, 15, 90])]],
    [[sold([90, 20, 90, 5])]],
    [[sold([100_000, 200_000, 300_000])]],
    [[toppedUp([310_000, 180_000, 1_240_000]), sold([221_000, 154_000, 901_000])]],
    [[toppedUp([5, 1, 9, 9, 9, 9]), sold([221, 154, 392, 298, 515, 901])]],
  ])('stand above their own bars and over no other: %#', (series) => {
    const { bars, figures } = drawn(series);
    const values = series.at(-1)?.values ?? [];
    expect(figures.map(({ text }) => text)).toEqual(values.map((value) => `$${value}`));
    for (const { box } of figures) {
      expect(bars.filter((bar) => overlap(bar, box))).toEqual([]);
      expect(box.y).toBeGreaterThanOrEqual(0);
    }
  });

  it('are all left out when one would reach the next bar', () => {
    const month = Array.from({ length: 31 }, (_, n) => 100_000 + n);
    expect(drawn([toppedUp(month), sold(month)]).figures).toEqual([]);
  });
});

describe('the reading line', () => {
  it('reads the last day first, on screen and for screen readers', () => {
    const { html } = drawn([toppedUp([5, 1240]), sold([9, 901])]);
    expect(html).toContain('aria-valuetext="Día 2, Recargado $1240, Vendido $901, Diferencia $339"');
    expect(html).toMatch(/<b>Día 2<\/b><span>Recargado <b>\$1240<\/b>/);
  });
});
