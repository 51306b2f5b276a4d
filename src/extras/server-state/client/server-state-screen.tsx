import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { dateTimeText, timeText } from '#src/client/shared/dates.ts';
import { ListBody } from '#src/client/shared/lists/list-body.tsx';
import { pageFact } from '#src/client/state/page-facts.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import { type Fact, FactList } from '#src/client/ui/tables/fact-list.tsx';
import { type Check, checkNames, type ServerState } from '#src/contract/watch/schemas.ts';
import { formatAmount } from '#src/domain/money.ts';
import { operatorCalls } from '#src/extras/server-state/contract/calls.ts';
import { stateTexts as texts } from '#src/extras/server-state/texts/server-state-texts.ts';
import { concernsOf } from './concerns-of.ts';
import styles from './server-state.module.css';

const refreshMs = 15_000;

/** The server's state for its operator, polled while the page is open. */
export function ServerStateScreen() {
  const query = useRead(['server-state'], () => callServer(operatorCalls.readServerState), {
    refetchInterval: refreshMs,
  });
  return (
    <>
      <h1>{texts.title}</h1>
      <ListBody query={query} data={query.data} skeletonRows={6} bare>
        {(state) => <State state={state} />}
      </ListBody>
    </>
  );
}

function State({ state }: { state: ServerState }) {
  const isDemo = pageFact('demo') !== '';
  const concerns = concernsOf(state, isDemo);
  return (
    <div className={styles.page}>
      <div className={styles.concerns}>
        {concerns.length === 0 && <Notice kind="paid">{texts.allWell}</Notice>}
        {concerns.map(({ kind, words }) => (
          <Notice key={words} kind={kind}>
            {words}
          </Notice>
        ))}
        {isDemo && <p>{texts.demo}</p>}
        <p className="soft">{texts.asOf(timeText(state.asOf))}</p>
      </div>
      <div className={styles.panels}>
        <StatePanel id="revisiones" title={texts.checksTitle} facts={checkFacts(state)} />
        <StatePanel id="ventas-sin-conexion" title={texts.salesTitle} facts={saleFacts(state)} />
        <StatePanel id="dispositivos" title={texts.devicesTitle} facts={deviceFacts(state)}>
          <Link to="/dashboard/dispositivos">{texts.seeDevices}</Link>
        </StatePanel>
        <StatePanel id="servidor" title={texts.serverTitle} facts={serverFacts(state)} />
      </div>
    </div>
  );
}

interface StatePanelProps {
  id: string;
  title: string;
  facts: readonly Fact[];
  children?: ReactNode;
}

function StatePanel({ id, title, facts, children }: StatePanelProps) {
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <FactList facts={facts} />
      {children}
    </Panel>
  );
}

function checkFacts({ checks, isArchiving }: ServerState): Fact[] {
  return checkNames.map((name) => ({
    name: texts.checks[name],
    value: name === 'archive' && !isArchiving ? texts.notArchiving : <CheckValue check={checks[name]} />,
  }));
}

function CheckValue({ check }: { check: Check | null }) {
  if (check === null) return <Badge kind="unknown">{texts.never}</Badge>;
  return (
    <span className={styles.check}>
      <Badge kind={check.isOk ? 'paid' : 'warning'}>{check.isOk ? texts.well : texts.wrong}</Badge>
      <span>{dateTimeText(check.at)}</span>
      {check.words !== '' && <span className="soft">{check.words}</span>}
    </span>
  );
}

function saleFacts({ openSales }: ServerState): Fact[] {
  const { review, waiting, overspend } = openSales;
  const line = ({ count, oldestAt }: ServerState['openSales']['review']): string =>
    oldestAt === null ? texts.none : texts.countSince(formatAmount(count), dateTimeText(oldestAt));
  return [
    { name: texts.review, value: line(review) },
    { name: texts.waiting, value: line(waiting) },
    { name: texts.overspend, value: line(overspend) },
    { name: texts.missing, value: amountText(overspend.missing) },
  ];
}

function deviceFacts({ devices }: ServerState): Fact[] {
  return [
    { name: texts.inUse, value: formatAmount(devices.inUse) },
    { name: texts.owing, value: formatAmount(devices.owing) },
    { name: texts.silent, value: formatAmount(devices.silent) },
    { name: texts.faulty, value: formatAmount(devices.faulty) },
  ];
}

function serverFacts({ process, database, fold }: ServerState): Fact[] {
  const lent = process.lanes.reduce((sum, lane) => sum + lane.lent, 0);
  const idle = process.lanes.reduce((sum, lane) => sum + lane.idle, 0);
  const waiting = process.lanes.reduce((sum, lane) => sum + lane.waiting, 0);
  return [
    { name: texts.process, value: process.name },
    { name: texts.version, value: texts.versionValue(process.version, process.runtime) },
    { name: texts.startedAt, value: dateTimeText(process.startedAt) },
    { name: texts.database, value: texts.databaseValue(database.isOwn, sizeText(database.bytes)) },
    ...(database.freeBytes === null ? [] : [{ name: texts.free, value: sizeText(database.freeBytes) }]),
    { name: texts.connections, value: texts.connectionsValue(lent, idle, waiting) },
    { name: texts.queue, value: formatAmount(process.queue) },
    {
      name: texts.fold,
      value: fold.movements === 0 ? texts.folded : texts.unfolded(formatAmount(fold.movements)),
    },
  ];
}

/** "1,240 MB", "38.2 GB" */
function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  if (megabytes < 10_240) return `${formatAmount(Math.round(megabytes))} MB`;
  return `${(megabytes / 1_024).toFixed(1)} GB`;
}
