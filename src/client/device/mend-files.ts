import { mendFilesMessage } from '#src/contract/staff-files.ts';

/**
 * Lets the service worker drop what it wrongly kept: `message` names the failed file where the browser does,
 * and the file may also be an import of the one named.
 */
export function mendFiles(message: string): void {
  const url = /https?:\/\/\S+/.exec(message)?.[0] ?? '';
  navigator.serviceWorker?.controller?.postMessage({ type: mendFilesMessage, url });
}
