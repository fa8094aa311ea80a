import { type Audience, mayCall, type Subject } from '@aitai/contract/audiences.ts'
import type { Config } from '../config.ts'
import { failed, unauthorized } from '../http/failures.ts'
import { isFeedToken } from './feed-token.ts'
import type { Session } from './session-rows.ts'
import type { Sessions } from './sessions.ts'
import type { LoginAttempt, LoginAttempts } from './two-factor.ts'

/** Who calls without a session: all that is known is where from. */
export interface AnonymousCaller {
  readonly address: string
}

export interface TraderCaller extends Session {
  readonly firmId: string
}

export interface BrokerCaller extends Session {
  readonly brokerId: string
}

/** Who calls, by the audience of the call. */
export interface Callers {
  readonly anyone: AnonymousCaller
  readonly twoFactor: LoginAttempt & AnonymousCaller
  readonly firstLogin: Session
  readonly onlyFirstLogin: Session
  readonly signedIn: Session
  readonly member: Session
  readonly trader: TraderCaller
  readonly broker: BrokerCaller
  readonly feed: AnonymousCaller
}

export type Caller = Callers[Audience]

interface Doors {
  readonly sessions: Sessions
  readonly attempts: LoginAttempts
  readonly config: Pick<Config, 'quotes'>
}

/**
 * The one guard of all calls: who may make a call of this audience, by the bearer token, or a failure.
 * A role that is none of ours gets nothing (quality 2.5).
 */
export async function authorize(
  { sessions, attempts, config }: Doors,
  audience: Audience,
  token: string | null,
  address: string,
): Promise<Caller> {
  if (audience === 'anyone') return { address }
  if (!token) throw unauthorized('NOT_SIGNED_IN')
  if (isFeedToken(config, token)) return inRole(audience, 'feed', { address })
  const found = await sessions.find(token)
  if (found?.ended === 'REPLACED') throw unauthorized('SESSION_REPLACED')
  if (found?.ended === 'TIMED_OUT') throw unauthorized('SESSION_TIMED_OUT')
  if (found?.session) return inRole(audience, subjectOf(found.session), found.session)
  const attempt = found ? null : await attempts.find(token)
  if (!attempt) throw unauthorized('NOT_SIGNED_IN')
  if (audience !== 'twoFactor') throw unauthorized('2FA_REQUIRED')
  return { ...attempt, address }
}

function inRole(audience: Audience, subject: Subject | null, caller: Caller): Caller {
  if (subject && mayCall(audience, subject)) return caller
  throw failed(403, 'FORBIDDEN')
}

/** The column of the role matrix in which a session stands; null for one that may do nothing. */
function subjectOf({ kind, role, firmId, brokerId }: Session): Subject | null {
  if (kind === 'firstLogin') return 'firstLogin'
  if (role === 'TRADER' && firmId !== null) return 'trader'
  if (role === 'BROKER' && brokerId !== null) return 'broker'
  return role === 'STAFF' ? 'staff' : null
}
