import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { ConfirmDialog } from '#src/client/form/confirm-dialog.tsx';
import { FailureNotice } from '#src/client/form/query-problem.tsx';
import { List } from '#src/client/list/list.tsx';
import { QrCode } from '#src/client/money/papers/qr-code.tsx';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useDevices } from '#src/client/queries/devices.ts';
import { errorText } from '#src/client/queries/error-text.ts';
import { useStaleAfter } from '#src/client/queries/stale.ts';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import {
  marketDevicesTexts as texts,
  waitingTexts,
  marketCodeTexts,
} from '#src/client/texts/devices/devices-texts.ts';
import { timeText } from '#src/client/texts/written/dates.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import { ReadDialog } from '#src/client/ui/layers/dialog.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import { deviceCalls } from '#src/contract/devices/calls.ts';
import type { Device } from '#src/contract/devices/schemas.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import {
  type MarketCode,
  type MarketCodePurpose,
  marketCodePurposes,
} from '#src/contract/markets/market-code.ts';
import { AfterRestore } from './after-restore.tsx';
import { countsText, DeviceDetail, deviceColumns, RenameDevice } from './device-detail.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { spaced } from './waiting-here.tsx';

/** All devices of the market with what each owes, and the limits without a link. */
export function MarketDevices({ userType }: { userType: UserType }) {
  const query = useDevices({ refetchInterval: 15_000 });
  const change = useDeviceChange();
  const [shown, setShown] = useState<string | null>(null);
  const device = query.data?.find(({ _id }) => _id === shown);
  const close = () => setShown(null);
  const counts = countsText(query.data ?? []);
  const changeOf = (of: Device) => (wanted: Change) => {
    change.mutate({ device: of, change: wanted });
    close();
  };
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
      {device !== undefined && <DeviceDialogs device={device} onChange={changeOf(device)} onClose={close} />}
    </>
  );
}

interface DeviceDialogsProps {
  device: Device;
  onChange: (change: Change) => void;
  onClose: () => void;
}

/** One device and its actions. */
function DeviceDialogs({ device, onChange, onClose }: DeviceDialogsProps) {
  const [step, setStep] = useState<'detail' | 'rename' | 'revoke'>('detail');
  return (
    <>
      {step === 'detail' && (
        <DeviceDetail
          device={device}
          onClose={onClose}
          onRename={() => setStep('rename')}
          onRevoke={() => setStep('revoke')}
          onRestore={() => onChange({ kind: 'restore' })}
        />
      )}
      {step === 'rename' && (
        <RenameDevice
          device={device}
          onClose={onClose}
          onName={(name) => onChange({ kind: 'rename', name })}
        />
      )}
      {step === 'revoke' && (
        <ConfirmDialog
          title={texts.askRevoke(device.name)}
          no={texts.noRevoke}
          yes={texts.yesRevoke}
          tone="danger"
          onNo={onClose}
          onYes={() => onChange({ kind: 'revoke' })}
        >
          <p>{texts.revokeNote}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Operator = Device['operators'][number];
type Change =
  | { kind: 'approve' | 'reject'; operator: Operator }
  | { kind: 'rename'; name: string }
  | { kind: 'revoke' }
  | { kind: 'restore' };

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
  return change.kind === 'revoke'
    ? callServer(deviceCalls.revokeDevice, { body: { id } })
    : callServer(deviceCalls.restoreDevice, { body: { id } });
}

function useDeviceChange() {
  const staleAfter = useStaleAfter();
  return useMutation({
    mutationFn: async ({ device, change }: { device: Device; change: Change }) =>
      unwrap(await send(device, change)),
    onSuccess: (_, { device, change }) => showToast('success', done[change.kind](device.name)),
    onError: (error) => showToast('error', errorText(error)),
    onSettled: () => staleAfter('device changed'),
  });
}

/**
 * One-time codes: the holder may enrol one device, or replace one voucher, without waiting for the market.
 */
function MarketCodes() {
  const [shown, setShown] = useState<{ made: MarketCode; purpose: MarketCodePurpose } | null>(null);
  const make = useMutation({
    mutationFn: async (purpose: MarketCodePurpose) => ({
      made: unwrap(await callServer(marketCalls.makeMarketCode, { body: { purpose } })),
      purpose,
    }),
    onSuccess: setShown,
  });
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

type Request = { device: Device; operator: Device['operators'][number] };

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
