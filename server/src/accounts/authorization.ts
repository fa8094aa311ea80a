import { type Audience, mayCall, type Subject } from '@aitai/contract/routes/audiences.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { Config } from '../config.ts'
import { failed, unauthorized } from '../http/failures.ts'
import type { RefusedAccess } from '../observability/refused-access.ts'
import type { LoginAttempt, LoginAttempts } from './second-factor/two-factor.ts'
import type { Session } from './session-rows.ts'
import type { Sessions } from './sessions.ts'
import { isSameSecret } from './tokens.ts'

/** A caller without a session; only the network address is known. */
interface AnonymousCaller {
  readonly address: string
}

export interface TraderCaller extends Session {
  readonly firmId: string
}

interface BrokerCaller extends Session {
  readonly brokerId: string
}

/** The caller that a handler receives, by the audience of its call. */
export interface Callers {
  readonly anyone: AnonymousCaller
  readonly twoFactor: LoginAttempt & AnonymousCaller
  readonly firstLogin: Session
  readonly onlyFirstLogin: Session
  readonly firstPasskey: Session
  readonly signedIn: Session
  readonly member: Session
  readonly trader: TraderCaller
  readonly deskHead: TraderCaller
  readonly broker: BrokerCaller
  readonly console: Session
  readonly operations: Session
  readonly compliance: Session
  readonly accounts: Session
  readonly administrator: Session
  readonly feed: AnonymousCaller
}

export type Caller = Callers[Audience]

interface AuthorizationDeps {
  readonly sessions: Sessions
  readonly attempts: LoginAttempts
  readonly config: Pick<Config, 'quotes'>
  readonly refusedAccess: Pick<RefusedAccess, 'record'>
}

/** What authorization needs to know of a call. */
type AuthorizedCall = Pick<Route, 'name' | 'for'>

/**
 * Resolves the bearer token to a caller who may make this call. Throws 401 or 403 otherwise, and records a 403 in the
 * audit trail. Every call goes through this one function. An unknown role may call nothing.
 */
export async function authorize(
  deps: AuthorizationDeps,
  call: AuthorizedCall,
  token: string | null,
  address: string,
): Promise<Caller> {
  const { sessions, attempts, config } = deps
  const audience = call.for
  if (audience === 'anyone') return { address }
  const missing = audience === 'twoFactor' ? 'USER_NOT_AUTHENTICATED' : 'NOT_SIGNED_IN'
  if (!token) throw unauthorized(missing)
  if (isFeedToken(config, token)) return await inRole(deps, call, ['feed'], { address })
  const found = await sessions.find(token)
  if (found?.ended === 'REPLACED') throw unauthorized('SESSION_REPLACED')
  if (found?.ended === 'TIMED_OUT') throw unauthorized('SESSION_TIMED_OUT')
  if (found?.session) return await inRole(deps, call, subjectsOf(found.session), found.session)
  const attempt = found ? null : await attempts.find(token)
  if (!attempt) throw unauthorized(missing)
  if (audience !== 'twoFactor') throw unauthorized('2FA_REQUIRED')
  return { ...attempt, address }
}

async function inRole(
  { refusedAccess }: AuthorizationDeps,
  call: AuthorizedCall,
  subjects: readonly Subject[],
  caller: AnonymousCaller | Session,
): Promise<Caller> {
  if (subjects.some((subject) => mayCall(call.for, subject))) return caller as Caller
  const user = 'userId' in caller ? refusedUserOf(caller) : { actor: '', userId: null }
  const refused = { ...user, details: { call: call.name, as: subjects.join(', ') } }
  await refusedAccess.record(refused)
  throw failed(403, 'FORBIDDEN')
}

/** How the audit trail names somebody who was refused something, at the console as at the command line. */
export const refusedUserOf = ({ userId, role }: Pick<Session, 'userId' | 'role'>) => ({
  actor: role === 'STAFF' ? `staff:${userId}` : userId,
  userId,
})

/** The session's columns in the role matrix, of staff one for each grant; none for a session that may call nothing. */
function subjectsOf({ kind, role, firmId, brokerId, isDeskHead, grants }: Session): readonly Subject[] {
  if (kind === 'firstLogin' || kind === 'firstPasskey') return [kind]
  if (kind === 'oms') return role === 'TRADER' ? ['omsTrader'] : role === 'BROKER' ? ['omsBroker'] : []
  if (role === 'TRADER' && firmId !== null) return [isDeskHead ? 'deskHead' : 'trader']
  if (role === 'BROKER' && brokerId !== null) return ['broker']
  if (role === 'STAFF') return grants.length === 0 ? ['staff'] : grants
  return []
}

/** Whether this is the token of an external price source (QUOTES=http). False for every other source. */
const isFeedToken = ({ quotes }: Pick<Config, 'quotes'>, token: string): boolean =>
  quotes.source === 'http' && isSameSecret(quotes.token, token)
