import * as adverts from './adverts.ts'
import * as agreements from './agreements.ts'
import type { Call } from './call.ts'
import * as locates from './locates.ts'
import * as notifications from './notifications.ts'
import * as reference from './reference.ts'
import * as user from './user.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call there is: the role matrix, OpenAPI and the tests of every route come from this list. */
export const calls: readonly Call[] = [adverts, agreements, locates, notifications, reference, user].flatMap(
  (module) => Object.values(module).filter(isCall),
)

/** Below this everything is served. */
export const basePath = '/api'
