import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BarChart, type Series } from '#src/client/ui/charts/bar-chart.tsx';

function drawn(series: readonly Series[]) {
  const html = renderToStaticMarkup(
    <BarChart
      label="Ventas"
      groups={(series[0]?.values ?? []).map((_, place) => `Día ${place + 1}`)}
      series={series}
      format={(value) => `$${value}`}
      words={{ read: 'Día que se lee', hint: 'Toque', difference: 'Diferencia' }}
    />,
  );
  const figures = [...html.matchAll(/title="[^"]*"><\/span><b[^>]*>([^<]*)/g)].map(([, text]) => text);
  const bars = [...html.matchAll(/--from:([\d.]+)%;--to:([\d.]+)%/g)].map(([, from, to]) => [
    Number(from),
    Number(to),
  ]);
  return { html, figures, bars };
}

const sold = (values: readonly number[]): Series => ({ name: 'Vendido', look: 'solid', values });
const toppedUp = (values: readonly number[]): Series => ({ name: 'Recargado', look: 'hatch', values });

describe('the bars of a chart', () => {
  it('reach from zero to their values', () => {
    expect(drawn([sold([200, 100, 0])]).bars).toEqual([
      [0, 100],
      [0, 50],
      [0, 0],
    ]);
    expect(drawn([sold([-100, 300])]).bars).toEqual([
      [0, 25],
      [25, 100],
    ]);
  });

  it('of the last series have their figures, all or none', () => {
    const days = [toppedUp([310_000, 180_000, 1_240_000]), sold([221_000, 0, 901_000])];
    expect(drawn(days).figures).toEqual(['$221000', '$901000']);
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
