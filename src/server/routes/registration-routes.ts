import { calls } from '#src/contract/calls.ts';
import {
  registerCustomer,
  registerFirstAdmin,
  registerMarket,
  registerStall,
  registerSupplier,
  registerTopUpPoint,
  type RegistrationDeps,
} from '#src/server/services/registrations.ts';
import type { Routes } from './routes.ts';

/** Open to everybody, and throttled: nobody fills the list of those who wait. */
export function registrationRoutes(routes: Routes, registrations: RegistrationDeps): void {
  routes.answer(calls.registerCustomer, ({ body }) => registerCustomer(registrations, body));
  routes.answer(calls.registerMarket, ({ body }) => registerMarket(registrations, body));
  routes.answer(calls.registerStall, ({ body }) => registerStall(registrations, body));
  routes.answer(calls.registerTopUpPoint, ({ body }) => registerTopUpPoint(registrations, body));
  routes.answer(calls.registerSupplier, ({ body }) => registerSupplier(registrations, body));
  routes.answer(calls.createFirstAdmin, ({ body }) => registerFirstAdmin(registrations, body));
}
