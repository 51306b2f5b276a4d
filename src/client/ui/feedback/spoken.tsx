import { useEffect, useState } from 'react';

/** Said when nothing has changed for this long, ms: a figure after every key is noise. */
const quietMs = 800;

/** To who does not see the screen, politely. */
export function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <output className="visually-hidden" aria-live="polite">
      {said}
    </output>
  );
}
