import Type, { type TSchema } from 'typebox'
import * as account from './routes/account.ts'
import * as adverts from './routes/adverts.ts'
import * as agreements from './routes/agreements.ts'
import * as approvals from './routes/console/approvals.ts'
import * as audit from './routes/console/audit.ts'
import * as institutions from './routes/console/institutions.ts'
import * as operations from './routes/console/operations.ts'
import * as policyReports from './routes/console/policy-reports.ts'
import * as referenceData from './routes/console/reference-data.ts'
import * as support from './routes/console/support.ts'
import * as surveillance from './routes/console/surveillance.ts'
import * as users from './routes/console/users.ts'
import * as costAnalysis from './routes/cost-analysis.ts'
import * as credibility from './routes/credibility.ts'
import * as desk from './routes/desk.ts'
import * as feed from './routes/feed.ts'
import * as history from './routes/history.ts'
import * as locates from './routes/locates.ts'
import * as notifications from './routes/notifications.ts'
import * as passwords from './routes/passwords.ts'
import * as preferences from './routes/preferences.ts'
import * as reference from './routes/reference.ts'
import { acceptsIdempotencyKey, methodsOf, type Route } from './routes/route.ts'
import * as session from './routes/session.ts'
import * as upload from './routes/upload.ts'
import type { CallSchemas, Failures } from './schemas/call-schemas.ts'
import { type CallName, schemaExports } from './schemas/calls.ts'
import * as common from './schemas/common.ts'
import * as failureSchemas from './schemas/failures.ts'

/** A call as the server sees it: the route and the schemas of the same name. */
export type Call = Route & CallSchemas

const routeModules: readonly Readonly<Record<string, Route<CallName>>>[] = [
  session,
  passwords,
  account,
  credibility,
  reference,
  notifications,
  adverts,
  desk,
  upload,
  preferences,
  locates,
  history,
  costAnalysis,
  agreements,
  operations,
  users,
  institutions,
  support,
  referenceData,
  audit,
  surveillance,
  policyReports,
  approvals,
  feed,
]

/** The declaration of a route's call. */
export const callOf = <R extends Route<CallName>>(route: R): R & CallSchemas => ({
  ...route,
  ...schemaExports[route.name],
})

/**
 * Every call, by module and name. Sorted, because Node.js and Vite list the exports of a module in different
 * orders.
 */
export const calls: readonly Call[] = routeModules.flatMap((module) =>
  Object.values(module)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(callOf),
)

/** Every call by its name. The role matrix, OpenAPI and the tests of all routes are derived from it. */
export const callsByName: Readonly<Record<string, Call>> = Object.fromEntries(
  calls.map((call) => [call.name, call]),
)

/** Every exported schema by its name: the components of the API documents. */
export const schemasByName: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries<unknown>({ ...common, ...failureSchemas, ...schemaExports }).filter(
    (entry): entry is [string, TSchema] => Type.IsSchema(entry[1]),
  ),
)

/**
 * Failures that any call may have: a request that another site caused, or that a page load or a prefetch triggers
 * instead of the user; an unsupported method, a rate limit, a bug, storage that is unavailable.
 */
const always: Failures = {
  403: ['FORBIDDEN'],
  405: ['METHOD'],
  429: ['TOO_MANY'],
  500: ['INTERNAL'],
  503: ['UNAVAILABLE'],
}

const ofAuthorization: Failures = {
  401: ['NOT_SIGNED_IN', 'SESSION_REPLACED', 'SESSION_TIMED_OUT', '2FA_REQUIRED'],
}

/** Without a temporary token (docs/specification.md §8). */
const ofTwoFactor: Failures = {
  401: ['USER_NOT_AUTHENTICATED', 'SESSION_REPLACED', 'SESSION_TIMED_OUT'],
}

const ofParameters: Failures = { 404: ['NOT_FOUND'] }

const ofGet: Failures = { 415: ['MEDIA_TYPE'] }

/** Also for a change whose POST form declares no body: what is sent anyway must be small and JSON. */
const ofPost: Failures = { 400: ['INVALID'], 413: ['TOO_LARGE'], 415: ['MEDIA_TYPE'] }

const ofIdempotencyKey: Failures = { 400: ['INVALID'], 409: ['IN_PROGRESS'], 422: ['KEY_REUSED'] }

/** Every way in which a call may fail, by status: its own failures and those of its kind. */
export function failuresOf(call: Call): Failures {
  const kinds: Failures[] = [always]
  if (call.for !== 'anyone') kinds.push(call.for === 'twoFactor' ? ofTwoFactor : ofAuthorization)
  if (call.params) kinds.push(ofParameters)
  kinds.push(methodsOf(call).includes('POST') ? ofPost : ofGet)
  if (acceptsIdempotencyKey(call)) kinds.push(ofIdempotencyKey)
  if (call.failures) kinds.push(call.failures)

  const merged: Record<number, readonly string[]> = {}
  for (const kind of kinds)
    for (const [key, codes = []] of Object.entries(kind)) {
      const status = Number(key)
      merged[status] = [...new Set([...(merged[status] ?? []), ...codes])]
    }
  return merged as Failures
}

/** Whether a call may fail with this status and code. */
export const mayFail = (call: Call, status: number, errorCode: string): boolean =>
  (failuresOf(call)[status] as readonly string[] | undefined)?.includes(errorCode) ?? false
