import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import { type Json, prototypePollution, serverOnlyFields } from '../../server/test/support/json-document.ts'
import { integerBetween, pickOne, withProbability } from './value-pool.ts'

/** Texts that often break parsers. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'x'.repeat(300),
  'ｘ'.repeat(300),
  '１２３４５６',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '𠮷👩‍👩‍👧‍👦é',
  "'; drop table person; --",
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  '{{7*7}}$' + '{7*7}',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '\r\nSet-Cookie: a=b',
  '9'.repeat(400),
]

const hardNumbers: readonly number[] = [
  ...[0, -1, -0, 0.1, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1.000_01],
]

const hardValues: readonly Json[] = [null, true, false, [], {}, [[]], [null], { a: { b: { c: [] } } }]

/** A value of any kind, preferably an unexpected one. */
export function hostileValue(chance: RandomSource): Json {
  const kind = chance()
  if (kind < 0.4) return pickOne(hostileTexts, chance)
  return kind < 0.7 ? pickOne(hardNumbers, chance) : pickOne(hardValues, chance)
}

/** The same value with one defect: a field replaced, removed, duplicated or added. */
export function malformedValue(value: Json, chance: RandomSource): Json {
  if (typeof value !== 'object' || value === null || withProbability(0.1, chance)) return hostileValue(chance)
  if (Array.isArray(value)) return malformedList(value, chance)
  const object = value as { readonly [name: string]: Json }
  const names = Object.keys(object)
  const kind = chance()
  if (kind < 0.2 || names.length === 0) return { ...object, ...added(chance) }
  const name = pickOne(names, chance)
  if (kind < 0.35) return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
  return { ...object, [name]: malformedValue(object[name] ?? null, chance) }
}

function malformedList(list: readonly Json[], chance: RandomSource): Json {
  if (list.length === 0 || withProbability(0.3, chance)) return [...list, hostileValue(chance)]
  if (withProbability(0.1, chance)) return Array.from({ length: 200 }, () => list[0] ?? null)
  const at = integerBetween(0, list.length - 1, chance)
  return list.map((each, index) => (index === at ? malformedValue(each, chance) : each))
}

function added(chance: RandomSource): { readonly [name: string]: Json } {
  const names = Object.keys(serverOnlyFields)
  const name = pickOne(names, chance)
  return { [name]: serverOnlyFields[name] ?? null }
}

/** The body as text, occasionally not JSON at all. */
export function malformedText(text: string, chance: RandomSource): string {
  const kind = chance()
  if (kind < 0.2) return text.slice(0, integerBetween(0, text.length, chance))
  if (kind < 0.4) return text.replace('{', `{${pickOne(prototypePollution, chance)},`)
  if (kind < 0.5) return `${'['.repeat(2_000)}${text}`
  if (kind < 0.6) return text.replace(/:(?=.)/, ':,')
  if (kind < 0.7) return `\ufeff${text}`
  if (kind < 0.8) return text.replace(/\d+/, '1e999')
  return kind < 0.9 ? `${text}${text}` : ''
}
