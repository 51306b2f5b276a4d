import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, readTheme } from '#src/client/ui/theme.ts';
import '#src/client/ui/base.css';
import { Router } from './router.tsx';

applyTheme(readTheme());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Router />
  </StrictMode>,
);
