import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import { waitingTexts as texts } from '#src/client/texts/devices/devices-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { Button } from '#src/client/ui/button.tsx';
import { Panel } from '#src/client/ui/layers/panel.tsx';
import type { Device } from '#src/contract/devices/schemas.ts';
import { spaced } from './waiting-here.tsx';

export type Request = { device: Device; operator: Device['operators'][number] };

/** Returns each person's request with its device. */
export function requestsOf(devices: readonly Device[]): Request[] {
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
export function WaitingDevices({ requests, busy, onDecide }: WaitingDevicesProps) {
  if (requests.length === 0) return null;
  return (
    <Panel className="panel-body" aria-labelledby="por-aprobar">
      <h2 id="por-aprobar">{texts.title}</h2>
      <p>{texts.note}</p>
      <ul className="stack">
        {requests.map((request) => {
          const { device, operator } = request;
          const name = personName(operator.name);
          return (
            <li key={`${device._id} ${operator._id}`} className="stack-8 ruled">
              <p>{texts.asks(name, roleTexts[operator.userType] ?? '', device.name)}</p>
              <p className="spelled">{spaced(operator.digits)}</p>
              <div className="cluster">
                <Button
                  busy={busy}
                  aria-label={texts.approveOf(name, device.name)}
                  onClick={() => onDecide(request, 'approve')}
                >
                  {texts.approve}
                </Button>
                <Button
                  variant="secondary"
                  disabled={busy}
                  aria-label={texts.rejectOf(name, device.name)}
                  onClick={() => onDecide(request, 'reject')}
                >
                  {texts.reject}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
