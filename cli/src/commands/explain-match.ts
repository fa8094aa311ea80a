import type { ConditionFacts } from '@aitai/engine/explain/condition-result.ts'
import { isTextKey, textIn } from '@aitai/messages/texts.ts'
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
    else console.log(explanationTable(explained as MatchExplanation))
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

const timeOf = (at: number): string => new Date(at).toISOString()
const symbolOf = { true: 'yes', false: 'NO', null: '?' } as const

/** The explanation as text: the conditions in their order, then the conclusion. */
export function explanationTable(explained: MatchExplanation): string {
  const { a, b, at, by, reason, findings } = explained
  const names = findings.map(({ condition }) => said(`explain.${condition}`))
  const width = Math.max(...names.map((name) => name.length))
  const rows = findings.map(({ condition, holds, says, facts }, i) => {
    const symbol = symbolOf[`${holds}`].padEnd(3)
    return `${condition.padEnd(3)}  ${names[i]?.padEnd(width)}  ${symbol}  ${said(`explain.${says}`, facts)}`
  })
  return [
    `A  ${a}\nB  ${b}\nAt ${timeOf(at)}, asked by ${by}: ${reason}`,
    rows.join('\n'),
    `${conclusionOf(explained)}\n${sequelOf(explained)}`,
  ].join('\n\n')
}

function conclusionOf({ result, locateId, findings }: MatchExplanation): string {
  const wanted = result === 'UNKNOWN' ? null : false
  const conditions = findings.filter(({ holds }) => holds === wanted).map(({ condition }) => condition)
  return said(`explain.${result}`, { locateId, conditions: conditions.join(', ') })
}

function sequelOf({ next }: MatchExplanation): string {
  if (!next) return said('explain.next.none')
  const { at, event, locateId, together } = next
  const key = locateId === null ? 'event' : together ? 'together' : 'apart'
  return said(`explain.next.${key}`, { nextAt: at, event, locateId })
}

/** A message with its facts formatted; the suffix of a fact's name tells its unit (see `ConditionFacts`). */
function said(key: string, facts: ConditionFacts = {}): string {
  if (!isTextKey(key)) throw new Error(`there is no text ${key}`)
  const values = Object.entries(facts).map(([name, fact]) => [name, written(name, fact)])
  return textIn('En', key, Object.fromEntries(values))
}

function written(name: string, fact: number | string | null): string {
  if (fact === null) return '–'
  if (typeof fact === 'string') return fact
  if (name.endsWith('At')) return timeOf(fact)
  return (name.endsWith('Price') ? fact / 10_000 : fact).toLocaleString('en')
}
