import { useDevices } from '#src/client/queries/devices.ts';
import { keys } from '#src/client/queries/keys.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callServer } from '#src/client/api/call-server.ts';
import { accountCalls } from '#src/contract/calls/accounts.ts';
import { useDeferredValue, useState } from 'react';
import { unwrap } from '#src/client/queries/call-failure.ts';
import { useCursors } from '#src/client/shared/lists/list-pager.tsx';
import { instantsOf, type Period } from '#src/client/shared/period/period.ts';
import { auditTexts as texts } from '#src/client/texts/office/audit-texts.ts';
import type { DecisionKind, DecisionQuery } from '#src/contract/accounts/decision.ts';

export interface AuditFilter {
  search: string;
  kind: DecisionKind | '';
  person: { id: string; name: string } | null;
  /** null: whenever */
  period: Period | null;
}

export const noFilter: AuditFilter = { search: '', kind: '', person: null, period: null };

const pageSize = 25;

/** Filters and pages; a new filter starts at the first page. */
export function useAudit() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const pages = useCursors();
  const asked = useDeferredValue(filter);
  const wanted = queryOf(asked);
  const query = useQuery({
    queryKey: keys.decisions.list(wanted, pages.cursor),
    queryFn: async () =>
      unwrap(
        await callServer(accountCalls.listDecisions, {
          query: { ...wanted, limit: pageSize, cursor: pages.cursor },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return {
    filter,
    query,
    wanted,
    pages,
    setFilter: (next: AuditFilter) => {
      setFilter(next);
      pages.reset();
    },
  };
}

/** A period is whole days of this device's calendar. */
function queryOf({ search, kind, person, period }: AuditFilter): DecisionQuery {
  const q = search.trim();
  return {
    ...(q === '' ? {} : { q }),
    ...(kind === '' ? {} : { kind }),
    ...(person === null ? {} : { actorId: person.id }),
    ...(period === null ? {} : instantsOf(period)),
  };
}

/** What people call a device; its number while the list is not there. */
export function useDeviceNames(): (deviceId: string | null) => string {
  const { data } = useDevices({ staleTime: 60_000 });
  return (deviceId) => {
    if (deviceId === null) return texts.noDevice;
    return data?.find(({ _id }) => _id === deviceId)?.name ?? texts.unknownDevice(deviceId.slice(0, 8));
  };
}
