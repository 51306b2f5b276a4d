import { useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { QueryProblem } from '#src/client/form/query-problem.tsx';
import { List } from '#src/client/list/list.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { keys } from '#src/client/queries/keys.ts';
import { afterRestoreTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText } from '#src/client/texts/written/dates.ts';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import type { AfterRestore as Returning } from '#src/contract/sync/after-restore.ts';

type ReturningDevice = Returning['devices'][number];

/** After a restore: devices that still have to report, and operations that came back. */
export function AfterRestore({ withMarket }: { withMarket: boolean }) {
  const query = useQuery({
    queryKey: keys.devices.afterRestore,
    queryFn: async () => unwrap(await callServer(deviceCalls.readAfterRestore)),
    refetchInterval: 30_000,
  });
  const { data } = query;
  // Nothing is shown when nothing was restored. A failed read shows an error.
  if (data?.since === null || (query.isPending && data === undefined)) return null;
  return (
    <Panel className="panel-body" aria-labelledby="restaurar">
      <h2 id="restaurar">{texts.title}</h2>
      {query.error !== null && data === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && <Outcome returning={data} withMarket={withMarket} />}
    </Panel>
  );
}

function Outcome({ returning, withMarket }: { returning: Returning; withMarket: boolean }) {
  const { since, devices } = returning;
  if (since === null) return null;
  const open = devices.filter(isOpen);
  const count = devices.reduce((sum, { recovered }) => sum + recovered, 0);
  const sum = devices.reduce((total, { recoveredSum }) => total + recoveredSum, 0);
  return (
    <>
      <p>{texts.since(dateTimeText(since))}</p>
      {open.length === 0 ? (
        <Notice kind="paid">{texts.allBack}</Notice>
      ) : (
        <Notice kind="pending">{texts.expected(open.length)}</Notice>
      )}
      <p>{count === 0 ? texts.nothingBack : texts.back(count, amountText(sum))}</p>
      {!withMarket && <p>{texts.again}</p>}
      {devices.length > 0 && (
        <List
          bare
          caption={texts.title}
          columns={columnsOf(withMarket)}
          rows={devices}
          rowKey={({ _id }) => _id}
        />
      )}
    </>
  );
}

/** The device has to report, or its report waits for another device. */
function isOpen({ returnedAt, waiting }: ReturningDevice): boolean {
  return returnedAt === null || waiting > 0;
}

function columnsOf(withMarket: boolean): (Column<ReturningDevice> | false)[] {
  return [
    { head: texts.device, cell: ({ name }) => name || texts.unknown, card: 'title' },
    withMarket && { head: texts.market, cell: ({ marketName }) => marketName || texts.unknownMarket },
    {
      head: texts.contact,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.notSeen : dateTimeText(lastSeenAt)),
    },
    {
      head: texts.cameBack,
      cell: ({ recovered, recoveredSum }) =>
        recovered === 0 ? texts.nothing : texts.backValue(recovered, amountText(recoveredSum)),
    },
    { head: texts.state, card: 'line', cell: (device) => <StateBadge device={device} /> },
  ];
}

function StateBadge({ device }: { device: ReturningDevice }) {
  const { name, returnedAt, owes, waiting } = device;
  if (name === '') return <Badge kind="warning">{texts.enrolAgain}</Badge>;
  if (returnedAt === null) return <Badge kind="warning">{texts.mustReport(owes)}</Badge>;
  if (waiting > 0) return <Badge kind="warning">{texts.waits(waiting)}</Badge>;
  return <Badge kind="paid">{texts.reported}</Badge>;
}
