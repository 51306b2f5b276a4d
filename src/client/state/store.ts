import { createStore } from 'jotai';

/** The one jotai store, so that code outside React (tokens for the API) reads the same session. */
export const store = createStore();
