/** Commands that an operator needs where nothing but the package is installed: `npm run <name>`, built from scripts/<name>.ts. */
export const operatorCommands = ['audit', 'backup', 'restore', 'forget', 'certificate'] as const;
