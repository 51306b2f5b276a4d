import { ArrowLeft, Keyboard, ScanQrCode, CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { useHeldStalls, useTakings } from '#src/client/queries/takings.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, isToday, timeText } from '#src/client/shared/dates.ts';
import { shortDayText } from '#src/client/shared/days.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { EmptyList } from '#src/client/shared/lists/search-field.tsx';
import { personName } from '#src/client/shared/names.ts';
import { FailureNotice } from '#src/client/shared/problem/query-problem.tsx';
import { useTakingsReview } from '#src/client/shared/takings/use-takings-review.ts';
import { takingsTexts as texts } from '#src/client/texts/cash/takings-texts.ts';
import { listsTexts } from '#src/client/texts/lists-texts.ts';
import { Zocalo } from '#src/client/ui/brand/zocalo.tsx';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Icon } from '#src/client/ui/icon.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { DataTable, type Column } from '#src/client/ui/tables/data-table.tsx';
import { FactList } from '#src/client/ui/tables/fact-list.tsx';
import { FilterChips } from '#src/client/ui/tables/filter-chips.tsx';
import type { HeldStall, HeldSale, Takings } from '#src/contract/takings/schemas.ts';
import styles from './takings.module.css';

/** ventas por revisar: one stall at a time with the reason, its sales, and one decision. */
export function TakingsScreen() {
  const query = useHeldStalls();
  const [params, setParams] = useSearchParams();
  const stalls = query.data ?? [];
  const shown = stalls.find(({ estanteId }) => estanteId === params.get('estante')) ?? stalls[0];
  const show = (estante: string): void => setParams({ estante }, { replace: true });
  return (
    <>
      <header className={styles.head}>
        <Link to="/dashboard/ventas" className={styles.back} aria-label={texts.toSales}>
          <Icon of={ArrowLeft} size={28} />
        </Link>
        <h1>{texts.title}</h1>
        {stalls.length > 1 && shown !== undefined && (
          <FilterChips
            label={texts.stalls}
            chosen={shown.estanteId}
            onChoose={show}
            chips={stalls.map(({ estanteId: value, estanteName, held }) => ({
              value,
              label: texts.stallWith(estanteName, amountText(held)),
            }))}
          />
        )}
      </header>
      <ListBody
        query={query}
        data={query.data}
        isEmpty={shown === undefined}
        empty={<EmptyList drawing="sun" title={texts.noneTitle} note={texts.none} />}
        bare
      >
        {() => shown && <OneStall key={shown.estanteId} stall={shown} />}
      </ListBody>
    </>
  );
}

function OneStall({ stall }: { stall: HeldStall }) {
  const query = useTakings(stall.estanteId);
  return (
    <ListBody query={query} data={query.data} isEmpty={query.data?.held === 0} empty={null} bare>
      {(takings) => (
        <div className={styles.frame}>
          <div className={styles.columns}>
            <WhyHeld takings={takings} />
            <HeldSales takings={takings} />
          </div>
          <ReviewBand takings={takings} />
        </div>
      )}
    </ListBody>
  );
}

/** Sales under review, newest first, with how each voucher was read. */
function HeldSales({ takings: { rows, sales } }: { takings: Takings }) {
  return (
    <Panel className={styles.sales}>
      <DataTable
        caption={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ codeCompra }) => codeCompra}
      />
      {rows.length < sales && <p className={styles.rule}>{texts.shown(rows.length, sales)}</p>}
    </Panel>
  );
}

const columns: Column<HeldSale>[] = [
  { id: 'hour', head: texts.hour, cell: ({ createAt }) => whenText(createAt), isWhole: true },
  { id: 'customer', head: texts.customer, cell: ({ userName }) => personName(userName), card: 'title' },
  { id: 'code', head: texts.code, cell: ({ shortCode }) => shortCode, card: 'hidden', isWhole: true },
  {
    id: 'read',
    head: texts.howRead,
    headHidden: false,
    cell: ({ isTyped }) => (
      <span className={isTyped ? `${styles.read} ${styles.byHand}` : styles.read}>
        <Icon of={isTyped ? Keyboard : ScanQrCode} size={20} />
        {isTyped ? texts.typed : texts.camera}
      </span>
    ),
  },
  {
    id: 'amount',
    head: texts.amount,
    align: 'end',
    card: 'badge',
    cell: ({ price, held }) => (
      <span className={styles.amount}>
        <b>{amountText(held)}</b>
        {held < price && <small>{texts.ofPrice(amountText(price))}</small>}
      </span>
    ),
  },
];

function whenText(createAt: string): string {
  return isToday(createAt) ? timeText(createAt) : dateTimeText(createAt);
}

/** One tap each: release for the next payout, or keep under review. */
function ReviewBand({ takings: { estanteId, held, sales, isKept } }: { takings: Takings }) {
  const { call, decide } = useTakingsReview(estanteId, held);
  return (
    <Zocalo place="panel">
      <div className={styles.band}>
        <p className={styles.consequence}>
          <b>{texts.band(sales, amountText(held))}</b>
          <span>{isKept ? texts.keptNote : texts.bandNote}</span>
        </p>
        {!isKept && (
          <Button
            variant="on-zocalo-outline"
            size="money"
            disabled={call.busy}
            onClick={() => decide('KEPT')}
          >
            {texts.keep}
          </Button>
        )}
        <Button
          variant="on-zocalo"
          size="money"
          icon={CircleCheck}
          busy={call.busy}
          onClick={() => decide('RELEASED')}
        >
          {texts.release(amountText(held))}
        </Button>
        {call.isUnanswered && (
          <Notice kind="pending">
            {listsTexts.unanswered} {listsTexts.unansweredAdvice}
          </Notice>
        )}
        <FailureNotice error={call.isUnanswered ? null : call.error} />
      </div>
    </Zocalo>
  );
}

/** The reason of the review, in a sentence and as a chart of the stall's days. */
function WhyHeld({ takings }: { takings: Takings }) {
  const { estanteName: name, reasons, puntosRecarga, rows, sales } = takings;
  const day = unusualDay(takings);
  const typed = rows.filter(({ isTyped }) => isTyped).length;
  return (
    <div className="stack">
      {reasons.includes('UNUSUAL') && day !== undefined && (
        <Panel className={styles.reason}>
          <h2>
            {day.usual === null
              ? texts.isNew(name)
              : texts.times(name, Math.floor(day.taken / Math.max(1, day.usual)))}
          </h2>
          <TakingsChart days={takings.days} limit={day.limit} />
          <FactList
            facts={[
              ...(day.usual === null
                ? [{ name: texts.newDay, value: amountText(day.limit) }]
                : [
                    { name: texts.usualDay, value: amountText(day.usual) },
                    { name: texts.usualDays, value: amountText(3 * day.usual) },
                  ]),
              { name: texts.held, value: amountText(takings.held) },
            ]}
          />
          <p className={styles.rule}>{day.usual === null ? texts.newRule : texts.unusualRule}</p>
        </Panel>
      )}
      {reasons.includes('OVER_CEILING') && (
        <Panel className={styles.reason}>
          <h2>{texts.overCeiling(name, puntosRecarga.join(', '))}</h2>
          <p className={styles.rule}>{texts.overCeilingRule}</p>
        </Panel>
      )}
      {typed > 0 && (
        <Panel className={styles.typed}>
          <Icon of={Keyboard} size={24} />
          <p>
            <b>{texts.typedCount(typed, Math.min(sales, rows.length))}</b> {texts.askWhy}
          </p>
        </Panel>
      )}
    </div>
  );
}

/** Returns the latest day with sales under review. */
function unusualDay({ days }: Takings): Takings['days'][number] | undefined {
  return [...days].reverse().find(({ held }) => held > 0);
}

interface TakingsChartProps {
  days: Takings['days'];
  limit: number;
}

/**
 * Market days as bars: the part under review is hatched above the payable part, with a line at the limit. The
 * facts below repeat it in text.
 */
function TakingsChart({ days, limit }: TakingsChartProps) {
  const most = Math.max(limit, ...days.map(({ taken }) => taken));
  const part = (amount: number): string => `${(100 * amount) / most}%`;
  const [first] = days;
  const last = days.at(-1);
  return (
    <div className={styles.chart} role="img" aria-label={texts.chart(days.length)}>
      <p className={styles.top}>{last !== undefined && last.held > 0 && amountText(last.taken)}</p>
      <div className={styles.plot}>
        <p className={styles.limit} style={{ insetBlockEnd: part(limit) }}>
          {texts.limit(amountText(limit))}
        </p>
        {days.map(({ day, taken, held }) => (
          <span key={day} className={styles.bar}>
            {held > 0 && <span className={styles.waiting} style={{ blockSize: part(held) }} />}
            <span className={styles.paid} style={{ blockSize: part(taken - held) }} />
          </span>
        ))}
      </div>
      <p className={styles.ends}>
        <span>{first !== undefined && days.length > 1 && shortDayText(first.day)}</span>
        <span>{last !== undefined && shortDayText(last.day)}</span>
      </p>
    </div>
  );
}
