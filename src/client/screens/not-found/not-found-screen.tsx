import { Link } from 'react-router-dom';
import { Entrance } from '#src/client/form/entrance/entrance.tsx';
import { useActor } from '#src/client/state/unlocked.ts';
import { notFoundTexts as texts } from '#src/client/texts/dashboard-texts.ts';
import { buttonTexts } from '#src/client/texts/ui-texts.ts';
import { buttonClass } from '#src/client/ui/button.tsx';
import { EmptyState } from '#src/client/ui/feedback/empty-state.tsx';

/** Shown for an unknown address outside the dashboard. */
export function NotFoundScreen() {
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
