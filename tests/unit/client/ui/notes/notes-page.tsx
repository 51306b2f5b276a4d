import { createRoot } from 'react-dom/client';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { Notes } from '#src/client/ui/notes/notes.tsx';

const sizes = ['line', 'panel', 'full'] as const;

/** One of each piece from 500 to 100,000: more than five, which a result draws smaller. */
const manyPieces = 188_500;

/** Every piece at every size, each at a fractional pixel position, then many on one result. */
function NotesPage() {
  return (
    <>
      <EveryPiece />
      <p data-size="many">
        <Notes amount={manyPieces} size="full" />
      </p>
    </>
  );
}

function EveryPiece() {
  return sizes.map((size) =>
    denominations.map((value, place) => (
      <p
        key={`${size} ${value}`}
        data-size={size}
        style={{ marginInlineStart: `${place * 0.3}px`, lineHeight: 1.37 }}
      >
        <Notes amount={value} size={size} />
      </p>
    )),
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<NotesPage />);
