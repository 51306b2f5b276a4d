import { type FormEvent, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/*
 * The least that a page of this stack can be: React, the router, one form, and one list from IndexedDB, without
 * a library for it. bench/lighthouse.ts measures the product's first pages beside it.
 */

/** Opens the list's database, which the first visit fills. */
function openList(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('minimal', 1);
    request.addEventListener('upgradeneeded', () => {
      const rows = request.result.createObjectStore('rows', { autoIncrement: true });
      for (let row = 1; row <= 20; row += 1) rows.add(`Row ${row}`);
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('no database', { cause: request.error })));
  });
}

async function readRows(): Promise<string[]> {
  const rows = (await openList()).transaction('rows').objectStore('rows').getAll();
  return new Promise((resolve) => rows.addEventListener('success', () => resolve(rows.result as string[])));
}

function MinimalPage() {
  const [rows, setRows] = useState<string[]>([]);
  const [text, setText] = useState('');
  useEffect(() => void readRows().then(setRows), []);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setRows([text, ...rows]);
  };
  return (
    <main>
      <h1>Minimal page</h1>
      <form onSubmit={add}>
        <label>
          Text <input value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <button>Add</button>
      </form>
      <ul>
        {rows.map((row, index) => (
          <li key={index}>{row}</li>
        ))}
      </ul>
    </main>
  );
}

createRoot(document.getElementById('root') ?? document.body).render(
  <BrowserRouter>
    <Routes>
      <Route path="*" element={<MinimalPage />} />
    </Routes>
  </BrowserRouter>,
);
