import type { ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { entrancePages } from '#src/client/extra-entrance.ts';
import { NotFoundScreen } from '#src/client/screens/not-found/not-found-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

/** Opened once in the life of a server, so the first page does not name it. */
const firstUse = {
  path: '/primer-uso',
  load: () => import('#src/client/screens/register/first-use-screen.tsx').then((m) => m.FirstUseScreen),
};

const screens = [firstUse, ...entrancePages].map(({ path, load }) => ({ path, Screen: lazyScreen(load) }));

/** Also loads an extra's page at this address, so that it is ready at the first render. */
export async function loadOtherScreen(address: string): Promise<ComponentType> {
  await screens.find(({ path }) => matchPath(path, address) !== null)?.Screen.preload();
  return OtherScreen;
}

/** An address that the router does not name: the first use, a page of an extra, or none. */
function OtherScreen() {
  return (
    <Routes>
      {screens.map(({ path, Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}
