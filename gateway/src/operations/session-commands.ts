import { strictObject } from '@aitai/contract/schemas/common.ts'
import { type AdminReply, adminRefusal, adminResult } from '@aitai/server/admin/admin-context.ts'
import type { SocketCommand } from '@aitai/server/admin/command-socket.ts'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { SessionEntry } from '../session-entry.ts'
import type { OperatedSession, SessionStatus } from '../sessions/operated-session.ts'
import type { LogEntry, SessionLog } from '../sessions/session-log.ts'
import type { RecentLog } from './recent-log.ts'

const SeqNum = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const session = Type.String()

/** What each command of the gateway takes. */
const schemas = {
  'fix list': strictObject({}),
  'fix enable': strictObject({ session, reason: Type.String() }),
  'fix disable': strictObject({ session, reason: Type.String() }),
  'fix reset': strictObject({ session, reason: Type.String() }),
  'fix seqnum': strictObject({ session, nextIn: SeqNum, nextOut: SeqNum, reason: Type.String() }),
  'fix log': strictObject({ session, last: Type.Integer({ minimum: 1 }) }),
} as const

export type FixCommandName = keyof typeof schemas
export type FixCommandArgs<N extends FixCommandName> = Static<(typeof schemas)[N]>

/** A session as `aitai fix list` shows it. */
export interface PrintedSession extends SessionStatus {
  readonly session: string
  readonly counterparty: string
  readonly version: SessionEntry['version']
  readonly type: SessionEntry['type']
  readonly user: string
}

export type PrintedLogEntry = Omit<LogEntry, 'sessionId'>

export interface SessionCommandDeps {
  readonly entries: readonly SessionEntry[]
  readonly sessions: ReadonlyMap<string, OperatedSession>
  /** Watched folders, which have a log and nothing to reset. */
  readonly folders: ReadonlyMap<string, unknown>
  readonly recent: RecentLog
  readonly log: SessionLog
  readonly now: () => number
}

/** Runs a command of the operator. Who changed what, and why, is an event of the session's log. */
export async function runSessionCommand(
  deps: SessionCommandDeps,
  { command, args, by }: SocketCommand,
): Promise<AdminReply> {
  const schema = schemas[command as FixCommandName]
  if (!schema) return adminRefusal('UNKNOWN_COMMAND', `The FIX gateway has no command ${String(command)}.`)
  if (!Check(schema, args)) return adminRefusal('BAD_REQUEST', `${String(command)} got wrong arguments.`)
  if (command === 'fix list') return adminResult(printedSessions(deps))
  const given = args as FixCommandArgs<Exclude<FixCommandName, 'fix list'>>
  const found = deps.sessions.get(given.session)
  if ('last' in given && (found || deps.folders.has(given.session)))
    return adminResult(printedLog(deps.recent, given))
  if (!found || 'last' in given)
    return adminRefusal('SESSION-NOT-FOUND', `There is no FIX session '${given.session}'.`)
  await change(found, command as ChangeName, given)
  const text = `${by}: ${(command as ChangeName).slice('fix '.length)} (${given.reason})`
  deps.log({ at: deps.now(), sessionId: given.session, direction: 'event', text })
  return adminResult(printedSessions(deps).find((each) => each.session === given.session))
}

type ChangeName = Exclude<FixCommandName, 'fix list' | 'fix log'>

async function change(found: OperatedSession, name: ChangeName, args: FixCommandArgs<ChangeName>) {
  switch (name) {
    case 'fix enable':
      return await found.setEnabled(true)
    case 'fix disable':
      return await found.setEnabled(false)
    case 'fix reset':
      return await found.reset()
    case 'fix seqnum': {
      const { nextIn, nextOut } = args as FixCommandArgs<'fix seqnum'>
      return await found.setNumbers(nextIn, nextOut)
    }
  }
}

const printedSessions = ({ entries, sessions }: SessionCommandDeps): PrintedSession[] =>
  entries.flatMap(({ id, counterparty, version, type, user }) => {
    const status = sessions.get(id)?.status
    return status ? [{ session: id, counterparty, version, type, user, ...status }] : []
  })

const printedLog = (recent: RecentLog, { session, last }: FixCommandArgs<'fix log'>): PrintedLogEntry[] =>
  recent.newest(session, last).map(({ at, direction, text }) => ({ at, direction, text }))
