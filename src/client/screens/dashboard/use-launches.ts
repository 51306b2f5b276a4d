import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepHandedFile } from '#src/client/device/files/handed-file.ts';
import { isSaleOpen } from '#src/client/state/open-sale.ts';

/** How the system starts an application that is open already; no library of TypeScript describes it. */
type Launch = {
  readonly targetURL?: string;
  readonly files?: readonly { getFile(): Promise<File> }[];
};

declare global {
  interface Window {
    readonly launchQueue?: { setConsumer(take: (launch: Launch) => void): void };
  }
}

/**
 * A shortcut of the icon, or a file that is opened with the application: the open window is brought to the front and told
 * (launch_handler of the manifest), and goes there itself. A sale in hand is not left for it; the file waits
 * on Pendientes.
 */
export function useLaunches(): void {
  const navigate = useNavigate();
  useEffect(() => {
    async function take({ targetURL, files = [] }: Launch): Promise<void> {
      const { pathname, search } = new URL(targetURL ?? '/', location.origin);
      const [first] = files;
      // What cannot be laid down is chosen by hand, on the page that opens.
      if (first) await first.getFile().then(keepHandedFile, () => undefined);
      if (!isSaleOpen() && pathname.startsWith('/dashboard/')) await navigate(pathname + search);
    }
    window.launchQueue?.setConsumer((launch) => void take(launch));
  }, [navigate]);
}
