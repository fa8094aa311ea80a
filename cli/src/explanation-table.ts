import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { ConditionFacts } from '@aitai/engine/explain/condition-result.ts'
import { isTextKey, textIn } from '@aitai/messages/texts.ts'
import type { MatchExplanation } from '@aitai/server/admin/journal/match-explanation.ts'

const symbolOf = { true: 'yes', false: 'NO', null: '?' } as const

/** The explanation as text: the conditions in their order, then the conclusion. */
export function explanationTable(explained: MatchExplanation): string {
  const { a, b, at, by, reason, findings } = explained
  const names = findings.map(({ condition }) => explanationText(`explain.${condition}`))
  const width = Math.max(...names.map((name) => name.length))
  const rows = findings.map(({ condition, holds, says, facts }, i) => {
    const symbol = symbolOf[`${holds}`].padEnd(3)
    return `${condition.padEnd(3)}  ${names[i]?.padEnd(width)}  ${symbol}  ${explanationText(`explain.${says}`, facts)}`
  })
  return [
    `A  ${a}\nB  ${b}\nAt ${isoTime(at)}, asked by ${by}: ${reason}`,
    rows.join('\n'),
    `${conclusionOf(explained)}\n${sequelOf(explained)}`,
  ].join('\n\n')
}

function conclusionOf({ result, locateId, findings }: MatchExplanation): string {
  const wanted = result === 'UNKNOWN' ? null : false
  const conditions = findings.filter(({ holds }) => holds === wanted).map(({ condition }) => condition)
  return explanationText(`explain.${result}`, { locateId, conditions: conditions.join(', ') })
}

function sequelOf({ next }: MatchExplanation): string {
  if (!next) return explanationText('explain.next.none')
  const { at, event, locateId, together } = next
  const key = locateId === null ? 'event' : together ? 'together' : 'apart'
  return explanationText(`explain.next.${key}`, { nextAt: at, event, locateId })
}

/** A message with its facts formatted; the suffix of a fact's name gives its unit (see `ConditionFacts`). */
function explanationText(key: string, facts: ConditionFacts = {}): string {
  if (!isTextKey(key)) throw new Error(`there is no text ${key}`)
  const values = Object.entries(facts).map(([name, fact]) => [name, written(name, fact)])
  return textIn('En', key, Object.fromEntries(values))
}

function written(name: string, fact: number | string | null): string {
  if (fact === null) return '–'
  if (typeof fact === 'string') return fact
  if (name.endsWith('At')) return isoTime(fact)
  return (name.endsWith('Price') ? fact / 10_000 : fact).toLocaleString('en')
}
