import { createStore } from 'jotai';

/** The only jotai store, so that code outside React (tokens for the API) reads the same session. */
export const store = createStore();
