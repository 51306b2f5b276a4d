import { marketTimeZone } from '#src/client/state/page-facts.ts';
import type { SalesCertificate } from '#src/extras/certificate/domain/sales-certificate.ts';
import { certificateTexts as texts } from '#src/extras/certificate/texts/certificate-texts.ts';

/** "Octubre de 2026", "Año 2026" */
export function periodName({ year, month }: Pick<SalesCertificate, 'year' | 'month'>): string {
  const name = month === null ? texts.year(year) : texts.month(month, year);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the last day counted, or null when the period was over. */
export function untilText({ year, month, until }: SalesCertificate): string | null {
  const end = month === null || month === 12 ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1);
  return until + dayMs < end ? dayWords(until, 'UTC') : null;
}

const dayMs = 86_400_000;

export function instantText(atMs: number): string {
  const zone = marketTimeZone();
  const hour = new Intl.DateTimeFormat('es-CO', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(atMs);
  return `${dayWords(atMs, zone)}, ${hour}`;
}

function dayWords(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('es-CO', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(atMs);
}
