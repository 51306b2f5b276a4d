/** The largest amount a field takes, smallest unit shown; the server holds the configured limits. */
export const maxTyped = 999_999_999;
