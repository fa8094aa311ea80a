import Type, { type TSchema } from 'typebox'
import * as accounts from './accounts.ts'
import * as adverts from './adverts.ts'
import * as agreements from './agreements.ts'
import type { Call } from './call.ts'
import * as words from './common-schemas.ts'
import * as failures from './failures.ts'
import * as feed from './feed.ts'
import * as locates from './locates.ts'
import * as notifications from './notifications.ts'
import * as preferences from './preferences.ts'
import * as reference from './reference.ts'
import * as upload from './upload.ts'
import * as user from './user.ts'

export { basePath } from './base-path.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const modules: readonly object[] = [
  ...[user, accounts, reference, notifications, adverts, upload, preferences, locates, agreements, feed],
]

/** What some modules export of one kind, by its name. In order: a bundler keeps its own order of exports. */
const exported = <T>(from: readonly object[], isOne: (value: unknown) => value is T): Record<string, T> =>
  Object.fromEntries(
    from.flatMap((module) =>
      Object.entries(module)
        .filter((entry): entry is [string, T] => isOne(entry[1]))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** Every call there is, by its name: the role matrix, OpenAPI and the tests of every route come from it. */
export const callsByName: Readonly<Record<string, Call>> = exported(modules, isCall)

export const calls: readonly Call[] = Object.values(callsByName)

/** What calls and messages are made of, by its name: the components of the documents. */
export const schemasByName: Readonly<Record<string, TSchema>> = exported(
  [words, failures, ...modules],
  Type.IsSchema,
)
