import type { MatchExplanation } from '@aitai/server/admin/journal/match-explanation.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { requiredReason } from '../flags.ts'
import { parseTime } from '../times.ts'

export const explainMatch = command({
  name: 'explain-match',
  summary: 'Explain by every condition why two IOIs matched or did not',
  operand: 'ADVERT ADVERT',
  flags: {
    reason: requiredReason,
    at: {
      type: 'string',
      value: 'TIME',
      description: '2026-11-20T01:00:00Z, or HH:MM UTC today; now if omitted',
    },
  },
  details:
    'Your name and reason are written to the journal before anything is shown. With --json times are milliseconds UTC\n' +
    'and prices are 1/10,000 yen.',
  async run(given, a, b) {
    const at = given.at === undefined ? {} : { at: parseTime(given.at, new Date()) }
    const question = { a, b, reason: given.reason, ...at }
    const result = (await sendAdminCommand('explain match', question)) as MatchExplanation
    const { explanationTable } = await import('../explanation-table.ts')
    return { result, text: explanationTable(result) }
  },
})
