import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listDevices } from '#src/client/api/devices.ts';
import { take } from '#src/client/queries/call-failure.ts';
import { QueryProblem } from '#src/client/shared/problem/query-problem.tsx';
import { marketDevicesTexts as texts } from '#src/client/texts/devices-texts.ts';
import { EmptyState } from '#src/client/ui/empty-state.tsx';
import { SkeletonRows } from '#src/client/ui/skeleton-rows.tsx';
import type { UserType } from '#src/contract/user-type.ts';
import { AskRevoke } from './ask-revoke.tsx';
import { DeviceDetail } from './device-detail.tsx';
import { DeviceTable } from './device-table.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { RenameDevice } from './rename-device.tsx';
import { useDeviceChange } from './use-device-change.ts';
import styles from './devices.module.css';

/** All devices of the market, what each owes, and what may be done without a link. */
export function MarketDevices({ userType }: { userType: UserType }) {
  const query = useQuery({
    queryKey: ['devices'],
    queryFn: async () => take(await listDevices()),
    refetchInterval: 60_000,
  });
  const change = useDeviceChange();
  const [shown, setShown] = useState<string | null>(null);
  const [step, setStep] = useState<'detail' | 'rename' | 'revoke'>('detail');
  const device = query.data?.find(({ _id }) => _id === shown);
  const close = () => {
    setShown(null);
    setStep('detail');
  };
  return (
    <>
      <h1>{texts.title}</h1>
      {query.isPending && <SkeletonRows rows={4} />}
      {query.error !== null && query.data === undefined && (
        <QueryProblem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <EmptyState drawing="stall" title={texts.none}>
          <p>{texts.noneNote}</p>
        </EmptyState>
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <div className={styles.sheet}>
          <DeviceTable devices={query.data} withMarket={userType === 'ADMIN'} onSee={setShown} />
        </div>
      )}
      {userType === 'GLOBAL_MARKET' && <LimitsPanel />}
      {device !== undefined && step === 'detail' && (
        <DeviceDetail
          device={device}
          onClose={close}
          onRename={() => setStep('rename')}
          onRevoke={() => setStep('revoke')}
          onRestore={() => {
            change.mutate({ device, change: { kind: 'restore' } });
            close();
          }}
        />
      )}
      {device !== undefined && step === 'rename' && (
        <RenameDevice
          device={device}
          onClose={close}
          onName={(name) => {
            change.mutate({ device, change: { kind: 'rename', name } });
            close();
          }}
        />
      )}
      {device !== undefined && step === 'revoke' && (
        <AskRevoke
          name={device.name}
          onNo={close}
          onYes={() => {
            change.mutate({ device, change: { kind: 'revoke' } });
            close();
          }}
        />
      )}
    </>
  );
}
