import type { Static, TSchema } from 'typebox'
import type { Route } from '../routes/route.ts'
import * as account from './account.ts'
import * as adverts from './adverts.ts'
import * as agreements from './agreements.ts'
import type { CallSchemas } from './call-schemas.ts'
import * as approvals from './console/approvals.ts'
import * as audit from './console/audit.ts'
import * as institutions from './console/institutions.ts'
import * as operations from './console/operations.ts'
import * as policyReports from './console/policy-reports.ts'
import * as referenceData from './console/reference-data.ts'
import * as support from './console/support.ts'
import * as surveillance from './console/surveillance.ts'
import * as users from './console/users.ts'
import * as costAnalysis from './cost-analysis.ts'
import * as credibility from './credibility.ts'
import * as feed from './feed.ts'
import * as history from './history.ts'
import * as locates from './locates.ts'
import * as notifications from './notifications.ts'
import * as passwords from './passwords.ts'
import * as preferences from './preferences.ts'
import * as reference from './reference.ts'
import * as session from './session.ts'
import * as upload from './upload.ts'

/**
 * Everything the schema modules of the calls export, by name: the schemas of calls and those that they refer
 * to.
 */
export const schemaExports = {
  ...session,
  ...passwords,
  ...account,
  ...credibility,
  ...reference,
  ...notifications,
  ...adverts,
  ...upload,
  ...preferences,
  ...locates,
  ...history,
  ...costAnalysis,
  ...agreements,
  ...operations,
  ...users,
  ...institutions,
  ...support,
  ...referenceData,
  ...audit,
  ...surveillance,
  ...policyReports,
  ...approvals,
  ...feed,
}

type SchemaExports = typeof schemaExports

/** The names of all calls. */
export type CallName = {
  [Name in keyof SchemaExports]: SchemaExports[Name] extends CallSchemas ? Name : never
}[keyof SchemaExports]

type SchemasOf<R> = R extends Route<infer Name> ? SchemaExports[Name & keyof SchemaExports] : never

/** The type of a route's parameters; `unknown` if it has none. */
export type ParamsOf<R> = SchemasOf<R> extends CallSchemas<infer P, TSchema, TSchema> ? Static<P> : never

/** The type of a route's body; `unknown` if it has none. */
export type BodyOf<R> = SchemasOf<R> extends CallSchemas<TSchema, infer B, TSchema> ? Static<B> : never

/** The type of a route's reply. */
export type ReplyOf<R> =
  SchemasOf<R> extends CallSchemas<TSchema, TSchema, infer Reply> ? Static<Reply> : never
