import { comparedFrom, dayAfter, daysOf, type Days, type Period } from '#src/client/list/period/period.ts';
import { sentenceTexts as texts } from '#src/client/texts/reports/reports-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { daysText } from '#src/client/texts/written/dates.ts';
import { weekdayText } from '#src/client/texts/written/days.ts';
import type { PurchaseSummary } from '#src/contract/purchases/purchase-history.ts';
import styles from './reports.module.css';

interface ReportSentenceProps {
  summary: PurchaseSummary;
  role: 'stall' | 'point' | 'market';
  period: Period;
}

/** The period in one sentence. No comparison is made with a period without sales. */
export function ReportSentence({ summary, role, period: asked }: ReportSentenceProps) {
  const { from, to } = summary;
  // The sentence shows the previous figures until the new period's have loaded.
  const period: Period = from === asked.from && to === asked.to ? asked : { kind: 'free', from, to };
  const of = role === 'point' ? 'topUps' : 'purchases';
  const now = summary.totals[of].total;
  const earlier = summary.previous[of].total;
  const best = bestDay(summary, of);
  return (
    <div className="stack-8">
      <Sentence {...{ period, role, now, earlier }} />
      <p className="cluster soft">
        <span>{`${daysText(from, to)}.`}</span>
        {best !== undefined && (
          <span className="not-on-phones">
            {texts.best(dayName(best.day, summary), amountText(best[of].total))}
          </span>
        )}
        {role === 'market' && (
          <span className="not-on-phones">{texts.left(amountText(summary.outstanding))}</span>
        )}
        {earlier > 0 && <span>{texts.before(daysText(...daysBefore(period)), amountText(earlier))}</span>}
      </p>
    </div>
  );
}

interface SentenceProps {
  period: Period;
  role: ReportSentenceProps['role'];
  now: number;
  earlier: number;
}

function Sentence({ period, role, now, earlier }: SentenceProps) {
  const when = whenOf(period);
  if (now === 0) return <p className={styles.sentence}>{`${when} ${texts.nothing[role]}`}</p>;
  const compared = compare(now, earlier);
  return (
    <p className={styles.sentence}>
      {`${when} ${texts.did[role]} ${amountText(now)}`}
      {compared !== null && (
        <>
          {', '}
          {compared}
          <span className="not-on-phones"> {texts.than[period.kind]}</span>
        </>
      )}
      .
    </p>
  );
}

function whenOf({ kind, from, to }: Period): string {
  if (kind !== 'free') return texts[kind];
  return from === to ? texts.oneDay(daysText(from, to)) : texts.free(daysText(from, to));
}

/** Returns the period of the same length before this one. */
function daysBefore(period: Period): [from: string, to: string] {
  const count = daysOf(period);
  const from = comparedFrom(period) ?? dayAfter(period.from, -count);
  const [end, last] = [dayAfter(from, count - 1), dayAfter(period.from, -1)];
  return [from, end < last ? end : last];
}

/** Returns the best day when several had sales. */
function bestDay({ days }: PurchaseSummary, of: 'purchases' | 'topUps') {
  const busy = days.filter((day) => day[of].total > 0);
  if (busy.length < 2) return undefined;
  return busy.reduce((best, day) => (day[of].total > best[of].total ? day : best));
}

/** "sábado" within a week, else "sábado 21 de nov". */
function dayName(day: string, period: Days): string {
  return daysOf(period) <= 7 ? weekdayText(day) : `${weekdayText(day)} ${daysText(day, day)}`;
}

/** Compares a figure with the earlier one, in words. Returns null when there is no earlier one. */
export function compare(now: number, earlier: number): string | null {
  if (earlier <= 0) return null;
  const percent = Math.round(((now - earlier) / earlier) * 100);
  if (percent === 0) return texts.same;
  const shown = String(Math.abs(percent));
  return percent > 0 ? texts.more(shown) : texts.less(shown);
}
