/** Tells every open page that the network may be back. The pages send; the worker holds no data and sends nothing. */
export async function wakePages(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'WAKE' });
}
