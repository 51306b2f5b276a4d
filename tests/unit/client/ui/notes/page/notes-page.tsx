import { createRoot } from 'react-dom/client';
import { denominations } from '#src/client/ui/notes/denominations.ts';
import { Notes } from '#src/client/ui/notes/notes.tsx';

const sizes = ['line', 'panel', 'full'] as const;

/** Every piece at every size, each at a place that is no whole pixel. */
function NotesPage() {
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
