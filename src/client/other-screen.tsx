import type { ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { entrancePages } from '#src/client/extra-entrance.ts';
import { NotFoundScreen } from '#src/client/screens/not-found/not-found-screen.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const screens = entrancePages.map(({ path, load }) => ({ path, Screen: lazyScreen(load) }));

/** Also loads an extra's page at this address, so that it is ready at the first render. */
export async function loadOtherScreen(address: string): Promise<ComponentType> {
  await screens.find(({ path }) => matchPath(path, address) !== null)?.Screen.preload();
  return OtherScreen;
}

/** An address unknown to the core: a page of an extra, or none. */
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
