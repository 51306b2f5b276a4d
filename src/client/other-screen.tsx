import type { ComponentType } from 'react';
import { Link, matchPath, Route, Routes } from 'react-router-dom';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { useActor } from '#src/client/state/unlocked.ts';
import { notFoundTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';
import { entrancePages } from './extra-entrance.ts';
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

/** Shown for an unknown address outside the dashboard. */
function NotFoundScreen() {
  const isIn = useActor() !== null;
  return (
    <Entrance>
      <EmptyState
        heading="h1"
        drawing="lens"
        title={texts.title}
        actions={
          <Link to={isIn ? '/dashboard' : '/login'} className={buttonClass({})}>
            {isIn ? buttonTexts.goHome : texts.goSignIn}
          </Link>
        }
      >
        <p>{texts.note}</p>
        {!isIn && <p>{texts.customerNote}</p>}
      </EmptyState>
    </Entrance>
  );
}
