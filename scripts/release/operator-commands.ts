/** Commands for an operator who has only the package: `npm run <name>`, each built from its script. */
export const operatorCommands: Readonly<Record<string, string>> = {
  audit: 'scripts/operator/audit.ts',
  backup: 'scripts/operator/backup.ts',
  restore: 'scripts/operator/restore.ts',
  drill: 'scripts/drill/drill.ts',
  forget: 'scripts/operator/forget.ts',
  certificate: 'scripts/operator/certificate.ts',
};
