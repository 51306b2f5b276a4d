import type { ComponentType } from 'react';
import { certificatePages } from '#src/extras/certificate/page.ts';
import { readOnlyLinkPages } from '#src/extras/read-only-link/page.ts';

/** Pages of extras that are opened without the router and without a session, by address. This file is loaded with the first page. */
export const extraPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  ...certificatePages,
  ...readOnlyLinkPages,
};
