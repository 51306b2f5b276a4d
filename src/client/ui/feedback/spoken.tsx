import { useEffect, useState } from 'react';

/** Speaks after this long without a change, ms: reading a figure out after every key would be noise. */
const quietMs = 800;

/** Announces politely to a screen reader. */
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
