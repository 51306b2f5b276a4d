import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { useToldChange } from '#src/client/form/form-page.tsx';
import { FailureNotice, QueryProblem } from '#src/client/form/query-problem.tsx';
import { List } from '#src/client/list/list.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { useRead } from '#src/client/queries/call-failure.ts';
import { useDevices } from '#src/client/queries/devices.ts';
import { keys } from '#src/client/queries/keys.ts';
import { useChange } from '#src/client/queries/stale.ts';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import {
  afterRestoreTexts,
  marketCodeTexts,
  marketDevicesTexts as texts,
  waitingTexts,
} from '#src/client/texts/devices/devices-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { dateTimeText, timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Notice } from '#src/client/ui/feedback/notice.tsx';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import { Badge } from '#src/client/ui/tables/badge.tsx';
import type { Column } from '#src/client/ui/tables/data-table.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import type { Device, AfterRestore as Returning } from '#src/contract/devices/schemas.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import {
  type MarketCode,
  type MarketCodePurpose,
  marketCodePurposes,
} from '#src/contract/markets/market-code.ts';
import { countsText, type DeviceChange, deviceColumns, DeviceDialogs } from './device-detail.tsx';
import { spaced } from './enrol-form.tsx';
import { LimitsPanel } from './limits-panel.tsx';

/** All devices of the market with what each owes, and the limits without a link. */
export function MarketDevices({ userType }: { userType: UserType }) {
  const query = useDevices({ refetchInterval: 15_000 });
  const change = useDeviceChange();
  const [shown, setShown] = useState<string | null>(null);
  const device = query.data?.find(({ _id }) => _id === shown);
  const close = () => setShown(null);
  const counts = countsText(query.data ?? []);
  return (
    <>
      <h1>{texts.title}</h1>
      <AfterRestore withMarket={userType === 'ADMIN'} />
      <WaitingDevices
        requests={requestsOf(query.data ?? [])}
        busy={change.isPending}
        onDecide={({ device: asked, operator }, kind) =>
          change.mutate({ device: asked, change: { kind, operator } })
        }
      />
      {counts !== '' && <p className="strong">{counts}</p>}
      <List
        query={query}
        rows={query.data}
        caption={texts.title}
        columns={deviceColumns(userType === 'ADMIN', setShown)}
        rowKey={({ _id }) => _id}
        empty={{ drawing: 'stall', title: texts.none, note: texts.noneNote }}
      />
      {userType === 'GLOBAL_MARKET' && <MarketCodes />}
      {userType === 'GLOBAL_MARKET' && <LimitsPanel />}
      {device !== undefined && (
        <DeviceDialogs
          device={device}
          onChange={(wanted) => {
            change.mutate({ device, change: wanted });
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

type Operator = Device['operators'][number];
type Change = { kind: 'approve' | 'reject'; operator: Operator } | DeviceChange;

const done = {
  approve: waitingTexts.approved,
  reject: waitingTexts.rejected,
  rename: () => texts.renamed,
  revoke: texts.revoked,
  restore: texts.restored,
};

function send({ _id: id }: Device, change: Change) {
  if (change.kind === 'approve' || change.kind === 'reject') {
    const { _id: operatorId, digits } = change.operator;
    const call = change.kind === 'approve' ? deviceCalls.approveBinding : deviceCalls.rejectBinding;
    return callServer(call, { body: { id, operatorId, digits } });
  }
  if (change.kind === 'rename')
    return callServer(deviceCalls.renameDevice, { body: { id, name: change.name } });
  const call = change.kind === 'revoke' ? deviceCalls.revokeDevice : deviceCalls.restoreDevice;
  return callServer(call, { body: { id } });
}

function useDeviceChange() {
  return useToldChange(
    'device changed',
    ({ device, change }: { device: Device; change: Change }) => send(device, change),
    ({ device, change }) => done[change.kind](device.name),
  );
}

/**
 * One-time codes: the holder may enrol one device, or replace one voucher, without waiting for the market.
 */
function MarketCodes() {
  const [shown, setShown] = useState<{ made: MarketCode; purpose: MarketCodePurpose } | null>(null);
  const make = useChange(
    [],
    (purpose: MarketCodePurpose) => callServer(marketCalls.makeMarketCode, { body: { purpose } }),
    (made, purpose) => setShown({ made, purpose }),
  );
  return (
    <Panel className="panel-body" aria-labelledby="codigos-de-un-uso">
      <h2 id="codigos-de-un-uso">{marketCodeTexts.title}</h2>
      <p>{marketCodeTexts.note}</p>
      <div className="cluster">
        {marketCodePurposes.map((purpose) => (
          <Button
            key={purpose}
            variant="secondary"
            busy={make.isPending && make.variables === purpose}
            onClick={() => make.mutate(purpose)}
          >
            {marketCodeTexts.make[purpose]}
          </Button>
        ))}
      </div>
      <FailureNotice error={make.error} />
      {shown !== null && <CodeDialog {...shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}

interface CodeDialogProps {
  made: MarketCode;
  purpose: MarketCodePurpose;
  onClose: () => void;
}

function CodeDialog({ made, purpose, onClose }: CodeDialogProps) {
  const { link, code, expiresAt } = made;
  return (
    <ReadDialog title={marketCodeTexts.make[purpose]} onClose={onClose} actions={null}>
      <p className="spelled">{code}</p>
      {link !== null && (
        <QrCode text={link} label={marketCodeTexts.qr} size="min(100%, 280px)" className="centred" />
      )}
      <p>{marketCodeTexts.how[purpose]}</p>
      <p>{marketCodeTexts.until(timeText(expiresAt))}</p>
    </ReadDialog>
  );
}

type Request = { device: Device; operator: Operator };

/** Returns each person's request with its device. */
function requestsOf(devices: readonly Device[]): Request[] {
  return devices
    .filter(({ revokedAt }) => revokedAt === null)
    .flatMap((device) =>
      device.operators.filter(({ digits }) => digits !== '').map((operator) => ({ device, operator })),
    );
}

interface WaitingDevicesProps {
  requests: readonly Request[];
  busy: boolean;
  onDecide: (request: Request, decision: 'approve' | 'reject') => void;
}

/** Requests with the six digits that must match the other screen. */
function WaitingDevices({ requests, busy, onDecide }: WaitingDevicesProps) {
  if (requests.length === 0) return null;
  return (
    <Panel className="panel-body" aria-labelledby="por-aprobar">
      <h2 id="por-aprobar">{waitingTexts.title}</h2>
      <p>{waitingTexts.note}</p>
      <ul className="stack">
        {requests.map((request) => {
          const { device, operator } = request;
          const name = personName(operator.name);
          return (
            <li key={`${device._id} ${operator._id}`} className="stack-8 ruled">
              <p>{waitingTexts.asks(name, roleTexts[operator.userType] ?? '', device.name)}</p>
              <p className="spelled">{spaced(operator.digits)}</p>
              <div className="cluster">
                <Button
                  busy={busy}
                  aria-label={waitingTexts.approveOf(name, device.name)}
                  onClick={() => onDecide(request, 'approve')}
                >
                  {waitingTexts.approve}
                </Button>
                <Button
                  variant="secondary"
                  disabled={busy}
                  aria-label={waitingTexts.rejectOf(name, device.name)}
                  onClick={() => onDecide(request, 'reject')}
                >
                  {waitingTexts.reject}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

type ReturningDevice = Returning['devices'][number];

/** After a restore: devices that still have to report, and operations that came back. */
export function AfterRestore({ withMarket }: { withMarket: boolean }) {
  const query = useRead(keys.devices.afterRestore, () => callServer(deviceCalls.readAfterRestore), {
    refetchInterval: 30_000,
  });
  const { data } = query;
  // Nothing is shown when nothing was restored. A failed read shows an error.
  if (data?.since === null || (query.isPending && data === undefined)) return null;
  return (
    <Panel className="panel-body" aria-labelledby="restaurar">
      <h2 id="restaurar">{afterRestoreTexts.title}</h2>
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
      <p>{afterRestoreTexts.since(dateTimeText(since))}</p>
      {open.length === 0 ? (
        <Notice kind="paid">{afterRestoreTexts.allBack}</Notice>
      ) : (
        <Notice kind="pending">{afterRestoreTexts.expected(open.length)}</Notice>
      )}
      <p>{count === 0 ? afterRestoreTexts.nothingBack : afterRestoreTexts.back(count, amountText(sum))}</p>
      {!withMarket && <p>{afterRestoreTexts.again}</p>}
      {devices.length > 0 && (
        <List
          bare
          caption={afterRestoreTexts.title}
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
    { head: afterRestoreTexts.device, cell: ({ name }) => name || afterRestoreTexts.unknown, card: 'title' },
    withMarket && {
      head: afterRestoreTexts.market,
      cell: ({ marketName }) => marketName || afterRestoreTexts.unknownMarket,
    },
    {
      head: afterRestoreTexts.contact,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? afterRestoreTexts.notSeen : dateTimeText(lastSeenAt)),
    },
    {
      head: afterRestoreTexts.cameBack,
      cell: ({ recovered, recoveredSum }) =>
        recovered === 0
          ? afterRestoreTexts.nothing
          : afterRestoreTexts.backValue(recovered, amountText(recoveredSum)),
    },
    { head: afterRestoreTexts.state, card: 'line', cell: (device) => <StateBadge device={device} /> },
  ];
}

function StateBadge({ device }: { device: ReturningDevice }) {
  const { name, returnedAt, owes, waiting } = device;
  if (name === '') return <Badge kind="warning">{afterRestoreTexts.enrolAgain}</Badge>;
  if (returnedAt === null) return <Badge kind="warning">{afterRestoreTexts.mustReport(owes)}</Badge>;
  if (waiting > 0) return <Badge kind="warning">{afterRestoreTexts.waits(waiting)}</Badge>;
  return <Badge kind="paid">{afterRestoreTexts.reported}</Badge>;
}
