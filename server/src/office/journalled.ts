import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import { createJournal } from '../journal.ts'
import { type Asked, Unavailable } from '../matchmaking.ts'
import type { Office, OfficeRefusal } from './office.ts'

const elsewhere: OfficeRefusal = {
  code: 'ELSEWHERE',
  message: 'A server on another machine writes the journal. Run this command there.',
}

/**
 * Has a command of the staff decided and journalled: by the server whose process this is, or on the data
 * itself while none runs. For commands that tell nobody. Gives null once it is in the journal, else why not.
 */
export async function journalled({ db, now, running }: Office, asked: Asked): Promise<OfficeRefusal | null> {
  if (running === 'elsewhere') return elsewhere
  if (running !== null) return await submitted(running.matchmaking, asked)
  const journal = createJournal(db)
  const { state } = await journal.fold()
  const command = { ...asked, at: Math.max(now(), state.at) } as Command
  const decision = decide(state, command)
  if ('refusal' in decision)
    return { code: decision.refusal.errorCode, message: `Refused: ${decision.refusal.errorCode}.` }
  if (decision.events.length > 0) await journal.append([{ at: command.at, command, events: decision.events }])
  return null
}

async function submitted(
  matchmaking: Exclude<Office['running'], 'elsewhere' | null>['matchmaking'],
  asked: Asked,
): Promise<OfficeRefusal | null> {
  try {
    await matchmaking.submit(asked)
    return null
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { code: 'UNAVAILABLE', message: 'Nothing can be written just now. Please try again.' }
  }
}
