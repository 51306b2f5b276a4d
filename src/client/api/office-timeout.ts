/** A person waits for the answer in a dialog; asked again by the same id it is harmless. */
export const officeTimeoutMs = 20_000;
