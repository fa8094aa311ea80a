import type { Json } from '../docs/document.ts'
import type { Chance } from '../src/quotes/chance.ts'
import { happens, oneOfThese, wholeFrom } from './draws.ts'

/** What only the server may set, and what must not reach any object of ours. */
export const foreignFields: Readonly<Record<string, Json>> = {
  status: 'COMPLETED',
  advertisementStatus: 'COMPLETED',
  causeOfDeath: 'EXPIRED',
  credibilityRating: 100,
  quantityRemaining: 77_700,
  firstLogin: true,
  role: 'STAFF',
  firmId: 'another',
  brokerId: 'another',
  traderId: 'another',
  userId: 'another',
  expiryDate: '2030-01-01T00:00:00Z',
  isAdmin: true,
  id: 'another',
}

/** Texts that break what does not expect them. */
export const hardTexts: readonly string[] = [
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

/** A value of any kind, the worse the better. */
export function hardValue(chance: Chance): Json {
  const kind = chance()
  if (kind < 0.4) return oneOfThese(hardTexts, chance)
  return kind < 0.7 ? oneOfThese(hardNumbers, chance) : oneOfThese(hardValues, chance)
}

/** The same with one thing changed for the worse: a field replaced, left out, doubled or added. */
export function spoiled(value: Json, chance: Chance): Json {
  if (typeof value !== 'object' || value === null || happens(0.1, chance)) return hardValue(chance)
  if (Array.isArray(value)) return spoiledList(value, chance)
  const object = value as { readonly [name: string]: Json }
  const names = Object.keys(object)
  const kind = chance()
  if (kind < 0.2 || names.length === 0) return { ...object, ...added(chance) }
  const name = oneOfThese(names, chance)
  if (kind < 0.35) return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))
  return { ...object, [name]: spoiled(object[name] ?? null, chance) }
}

function spoiledList(list: readonly Json[], chance: Chance): Json {
  if (list.length === 0 || happens(0.3, chance)) return [...list, hardValue(chance)]
  if (happens(0.1, chance)) return Array.from({ length: 200 }, () => list[0] ?? null)
  const at = wholeFrom(0, list.length - 1, chance)
  return list.map((each, place) => (place === at ? spoiled(each, chance) : each))
}

function added(chance: Chance): { readonly [name: string]: Json } {
  const names = Object.keys(foreignFields)
  const name = oneOfThese(names, chance)
  return { [name]: foreignFields[name] ?? null }
}

/** Fields that a parser of JSON may take for more than fields. They are refused as a whole. */
export const poisons: readonly string[] = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
]

/** What is sent, as text: now and then no JSON at all any more. */
export function spoiledText(text: string, chance: Chance): string {
  const kind = chance()
  if (kind < 0.2) return text.slice(0, wholeFrom(0, text.length, chance))
  if (kind < 0.4) return text.replace('{', `{${oneOfThese(poisons, chance)},`)
  if (kind < 0.5) return `${'['.repeat(2_000)}${text}`
  if (kind < 0.6) return text.replace(/:(?=.)/, ':,')
  if (kind < 0.7) return `\ufeff${text}`
  if (kind < 0.8) return text.replace(/\d+/, '1e999')
  return kind < 0.9 ? `${text}${text}` : ''
}
