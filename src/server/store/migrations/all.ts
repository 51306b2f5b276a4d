import type { Migration } from '../migration.ts';

/** Every migration, oldest first. Add at the end only. */
export const allMigrations: readonly Migration[] = [];
