import type { MatchExplanation } from '@aitai/server/admin/journal/match-explanation.ts'
import { operatorName, sendAdminCommand } from '../admin-client.ts'
import { command, print, UsageError } from '../command.ts'

export const explainMatch = command({
  name: 'explain-match',
  summary: 'Explain by every condition why two adverts matched or did not',
  operand: 'A B',
  flags: {
    reason: { type: 'string', value: 'TEXT', required: true, description: 'Why; stored in the journal' },
    at: {
      type: 'string',
      value: 'TIME',
      description: '2026-11-20T01:00:00Z, or HH:MM UTC today; now if omitted',
    },
    by: { type: 'string', value: 'NAME', description: 'Who asks; the system user if omitted' },
    json: { type: 'boolean', description: 'Print JSON: times in milliseconds UTC, prices in 1/10,000 yen' },
  },
  details:
    'A and B are the ids of adverts. Your name and reason are written to the journal before anything is shown.\n' +
    'Prints a table, or JSON with --json.',
  async run(given, a, b) {
    const at = given.at === undefined ? {} : { at: parseTime(given.at, new Date()) }
    const by = given.by ?? operatorName()
    const explained = await sendAdminCommand('explain match', { a, b, by, reason: given.reason, ...at })
    if (given.json) print(explained)
    else {
      const { explanationTable } = await import('../explanation-table.ts')
      console.log(explanationTable(explained as MatchExplanation))
    }
  },
})

/** Parses a time to milliseconds UTC. Requires a zone, since a local time would depend on the machine. */
export function parseTime(typed: string, now: Date, flag = '--at'): number {
  const isClock = /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(typed)
  const moment = Date.parse(isClock ? `${now.toISOString().slice(0, 10)}T${typed}Z` : typed)
  if ((!isClock && !isMoment) || Number.isNaN(moment))
    throw new UsageError(`${flag} must be a time such as 2026-11-20T01:00:00Z, or HH:MM in UTC`)
  return moment
}
