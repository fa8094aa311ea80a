import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import type { Json } from '../../server/test/support/json-document.ts'

/** One of the values. Throws if there are none. */
export function pickOne<T>(values: readonly T[], chance: RandomSource): T {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}

/** An integer, both ends included. */
export const integerBetween = (from: number, to: number, chance: RandomSource): number =>
  from + Math.floor(chance() * (to - from + 1))

export const withProbability = (probability: number, chance: RandomSource): boolean => chance() < probability

export type JsonObject = { readonly [name: string]: Json }

/** The number of stored values of one kind: enough to reuse, few enough to stay current. */
const kept = 120

/** Names under which the same thing is requested and returned. */
const alike: Readonly<Record<string, string>> = {
  advertId: 'id',
  advertisementId: 'id',
  buyId: 'id',
  equityId: 'securityId',
  securityUUID: 'securityId',
  brokerID: 'brokerIds',
  connectAgreementId: 'connectionAgreementId',
  locationNotificationId: 'locateNotificationId',
}

const kindOf = (name: string): string => alike[name] ?? name

const isKnown = (name: string): boolean => /id|ric$|uuid/i.test(name)

/**
 * Values from responses: ids by field name, and whole objects, so that requests can refer to existing data.
 */
export class ValuePool {
  readonly #values = new Map<string, string[]>()
  readonly #objects: JsonObject[] = []
  readonly #beyond: ValuePool | null

  /** `beyond` is the pool to search for what is missing here. */
  constructor(beyond: ValuePool | null = null) {
    this.#beyond = beyond
  }

  /** Stores the values of a response. */
  harvest(answer: Json, name = ''): void {
    if (typeof answer === 'string') {
      if (isKnown(name)) this.keep(name, answer)
      return
    }
    if (typeof answer !== 'object' || answer === null) return
    if (Array.isArray(answer)) {
      // Of a long list a few are enough. Lists start with the newest; here the newest is last.
      for (const each of answer.slice(0, 20).reverse()) this.harvest(each as Json, name)
      return
    }
    push(this.#objects, answer as JsonObject)
    for (const [key, each] of Object.entries(answer)) this.harvest(each as Json, key)
  }

  keep(name: string, value: string): void {
    const kind = kindOf(name)
    const values = this.#values.get(kind) ?? []
    this.#values.set(kind, values)
    const before = values.indexOf(value)
    if (before >= 0) values.splice(before, 1)
    push(values, value)
  }

  /** A value that was seen under this name. */
  value(name: string, chance: RandomSource): string | null {
    const values = this.#values.get(kindOf(name)) ?? []
    // Mostly what was seen last: it is what is open now.
    if (values.length > 0) return pickOne(withProbability(0.6, chance) ? values.slice(-6) : values, chance)
    return this.#beyond?.value(name, chance) ?? null
  }

  /** An object that was seen and has all of these fields. */
  object(names: readonly string[], chance: RandomSource): JsonObject | null {
    const fitting = this.#objects.filter((object) => names.every((name) => name in object))
    if (fitting.length > 0) return pickOne(fitting, chance)
    return this.#beyond?.object(names, chance) ?? null
  }
}

function push<T>(values: T[], value: T): void {
  values.push(value)
  if (values.length > kept) values.shift()
}
