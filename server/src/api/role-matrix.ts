import { type Call, callsByName } from '@aitai/contract/calls.ts'
import { type Audience, mayCall, type Subject } from '@aitai/contract/routes/audiences.ts'
import { basePath, methodsOf } from '@aitai/contract/routes/route.ts'
import type { HttpMethod } from '../http/methods.ts'
import { type PublicRoute, publicRoutes } from '../http/public-routes.ts'

/**
 * An expected status and failure code. The code is null for a success, or if the reply does not come from a
 * call.
 */
export interface ExpectedReply {
  readonly status: number
  readonly code: string | null
}

/** One served path with the replies that each audience gets. */
export interface RoleMatrixRow {
  readonly path: string
  readonly methods: readonly HttpMethod[]
  readonly audience: Audience
  /** The reply to an admitted caller's probe: an unknown id, or a body that is the JSON string "x". */
  readonly inside: ExpectedReply
  readonly otherwise: ExpectedReply
}

/** Calls that reply 200 to any parameter. */
const alwaysAnswered = ['forgotPassword', 'passwordResetTokenStatus']

function insideOf(name: string, call: Call): ExpectedReply {
  if (call.takesFile) return { status: 415, code: 'MEDIA_TYPE' }
  if (call.body) return { status: 400, code: 'INVALID' }
  if (call.params && !alwaysAnswered.includes(name)) return { status: 404, code: 'NOT_FOUND' }
  return { status: 200, code: null }
}

const callRows = Object.entries(callsByName).map(
  ([name, call]): RoleMatrixRow => ({
    path: basePath + call.path,
    methods: methodsOf(call),
    audience: call.for,
    inside: insideOf(name, call),
    otherwise: { status: 405, code: 'METHOD' },
  }),
)

const publicRows = Object.values<PublicRoute>(publicRoutes).map(
  ({ path, methods, otherwise }): RoleMatrixRow => ({
    path,
    methods,
    audience: 'anyone',
    // The probe sends neither a report nor a token.
    inside:
      path === publicRoutes.policyReports.path || path === publicRoutes.backChannelLogout.path
        ? { status: 400, code: 'INVALID' }
        : { status: 200, code: null },
    otherwise: otherwise === 405 ? { status: 405, code: 'METHOD' } : { status: 404, code: null },
  }),
)

/** The role matrix, derived from the audiences of the calls and the list of public routes. */
export const roleMatrix: readonly RoleMatrixRow[] = [...callRows, ...publicRows]

/** The reply that a caller of this kind gets from a row. */
export function expectedReplyFor(row: RoleMatrixRow, method: HttpMethod, subject: Subject): ExpectedReply {
  if (!row.methods.includes(method)) return row.otherwise
  if (mayCall(row.audience, subject)) return row.inside
  if (subject === 'anonymous') {
    return { status: 401, code: row.audience === 'twoFactor' ? 'USER_NOT_AUTHENTICATED' : 'NOT_SIGNED_IN' }
  }
  if (subject === 'twoFactor') return { status: 401, code: '2FA_REQUIRED' }
  return { status: 403, code: 'FORBIDDEN' }
}
