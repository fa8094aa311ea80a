import type { Audience } from '@aitai/contract/call.ts'
import { roles } from '@aitai/contract/words.ts'
import { failed, unauthorized } from '../failures.ts'
import type { Session, Sessions } from './sessions.ts'
import type { Attempt, Attempts } from './two-factor.ts'

/** Who calls without a session: all that is known is where from. */
export interface Visitor {
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
  readonly anyone: Visitor
  readonly twoFactor: Attempt
  readonly firstLogin: Session
  readonly onlyFirstLogin: Session
  readonly signedIn: Session
  readonly trader: TraderCaller
  readonly broker: BrokerCaller
}

export type Caller = Callers[Audience]

interface Doors {
  readonly sessions: Sessions
  readonly attempts: Attempts
}

/**
 * The one guard of all calls: who may make a call of this audience, by the bearer token, or a failure.
 * A role that is none of ours gets nothing (quality 2.5).
 */
export async function admit(
  { sessions, attempts }: Doors,
  audience: Audience,
  token: string | null,
  address: string,
): Promise<Caller> {
  if (audience === 'anyone') return { address }
  if (!token) throw unauthorized('NOT_SIGNED_IN')
  const found = await sessions.find(token)
  if (found?.ended === 'REPLACED') throw unauthorized('SESSION_REPLACED')
  if (found?.ended === 'TIMED_OUT') throw unauthorized('SESSION_TIMED_OUT')
  if (found?.session) return inRole(audience, found.session)
  const attempt = found ? null : await attempts.find(token)
  if (!attempt) throw unauthorized('NOT_SIGNED_IN')
  if (audience !== 'twoFactor') throw unauthorized('2FA_REQUIRED')
  return attempt
}

function inRole(audience: Exclude<Audience, 'anyone'>, session: Session): Caller {
  if (mayCall(audience, session)) return session
  throw failed(403, 'FORBIDDEN')
}

function mayCall(audience: Exclude<Audience, 'anyone'>, session: Session): boolean {
  const { kind, role, firmId, brokerId } = session
  if (!roles.includes(role)) return false
  if (audience === 'firstLogin') return true
  if (audience === 'onlyFirstLogin') return kind === 'firstLogin'
  if (audience === 'twoFactor' || kind !== 'session') return false
  if (audience === 'trader') return role === 'TRADER' && firmId !== null
  if (audience === 'broker') return role === 'BROKER' && brokerId !== null
  return true
}
