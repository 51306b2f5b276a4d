import { callServer } from '#src/client/api/call-server.ts';
import { useRead } from '#src/client/queries/call-failure.ts';
import { certificateCalls } from '#src/extras/certificate/contract/calls.ts';

/** constancia de ventas of a stall (null: one's own), of a month or of a year. Signed anew each time it is asked for. */
export function useCertificate(period: string, stallId: string | null) {
  return useRead(
    ['certificate', period, stallId],
    () =>
      callServer(certificateCalls.makeCertificate, {
        query: { period, ...(stallId === null ? {} : { estanteId: stallId }) },
      }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
