import { type Call, callsByName } from '@aitai/contract/calls.ts'
import { type Audience, mayCall, type Subject } from '@aitai/contract/routes/audiences.ts'
import { basePath, methodsOf } from '@aitai/contract/routes/route.ts'
import type { HttpMethod } from '../http/methods.ts'
import { type PublicRoute, publicRoutes } from '../http/public-routes.ts'

/** What someone is answered. No code where all is well, or where it is no answer of a call. */
export interface ExpectedReply {
  readonly status: number
  readonly code: string | null
}

/** Everything that can be reached, with who is told what (quality 2.5). */
export interface RoleMatrixRow {
  readonly path: string
  readonly methods: readonly HttpMethod[]
  readonly audience: Audience
  /** What someone who is let in gets for the probe: an unknown id, or a body that is the JSON string "x". */
  readonly inside: ExpectedReply
  readonly otherwise: ExpectedReply
}

/** These answer anybody, whatever is asked. */
const answersAnything = ['forgotPassword', 'passwordResetTokenStatus']

function insideOf(name: string, call: Call): ExpectedReply {
  if (call.takesFile) return { status: 415, code: 'MEDIA_TYPE' }
  if (call.body) return { status: 400, code: 'INVALID' }
  if (call.params && !answersAnything.includes(name)) return { status: 404, code: 'NOT_FOUND' }
  return { status: 200, code: null }
}

const ofCalls = Object.entries(callsByName).map(
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
    // A report without a report.
    inside:
      path === publicRoutes.policyReports.path
        ? { status: 400, code: 'INVALID' }
        : { status: 200, code: null },
    otherwise: otherwise === 405 ? { status: 405, code: 'METHOD' } : { status: 404, code: null },
  }),
)

/** The role matrix: from the audiences of the calls and the list of the other doors. */
export const roleMatrix: readonly RoleMatrixRow[] = [...ofCalls, ...publicRows]

/** What someone is told who asks for a row by a method. */
export function expectedReplyFor(row: RoleMatrixRow, method: HttpMethod, subject: Subject): ExpectedReply {
  if (!row.methods.includes(method)) return row.otherwise
  if (mayCall(row.audience, subject)) return row.inside
  if (subject === 'anonymous') return { status: 401, code: 'NOT_SIGNED_IN' }
  if (subject === 'twoFactor') return { status: 401, code: '2FA_REQUIRED' }
  return { status: 403, code: 'FORBIDDEN' }
}
