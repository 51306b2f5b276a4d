import { markets, stalls, type Rule } from '#tests/matrix/rule.ts';

export const certificateRules: Record<string, Rule> = {
  'GET /reports/sales-certificate': {
    allowed: [...markets, ...stalls],
    path: (market) => `/reports/sales-certificate?period=2026&estanteId=${market.ids['ESTANTE']}`,
    status: { GLOBAL_MARKET: 200, ESTANTE: 200, 'other ESTANTE': 200, 'other GLOBAL_MARKET': 404 },
  },
};
