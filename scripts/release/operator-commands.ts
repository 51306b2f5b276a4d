/** Commands that an operator needs where nothing but the package is installed: `npm run <name>`, each built from its script. */
export const operatorCommands: Readonly<Record<string, string>> = {
  audit: 'scripts/audit.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  drill: 'scripts/drill/drill.ts',
  forget: 'scripts/forget.ts',
  months: 'scripts/months/months.ts',
  certificate: 'scripts/certificate.ts',
};
