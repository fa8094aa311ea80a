const bits = 128
/**
 * Of at least 8 random ids, one bit is the same in all of them on average, and 12 or more bits in less than one case
 * in a billion.
 */
const few = { ids: 8, sameBits: 12 }

/** A field with an id, also in a body that is JSON in JSON. */
const idField = /"(\w+)\\?":\\?"([0-9a-f]{32})\\?"/g

/**
 * The ids in responses and frames of one world, by their source: the call and the field. Each source is tested on its
 * own, because the ids of another generator would hide an order.
 */
export class IdCollector {
  readonly #reference: ReadonlySet<string>
  readonly #bySource = new Map<string, Set<string>>()

  /** `reference` are the ids of the reference data, which are older than the worlds. */
  constructor(reference: ReadonlySet<string>) {
    this.#reference = reference
  }

  collect(what: string, text: string): void {
    for (const [, field, id = ''] of text.matchAll(idField)) {
      if (this.#reference.has(id)) continue
      const source = `${what} ${field}`
      const ids = this.#bySource.get(source) ?? new Set()
      this.#bySource.set(source, ids.add(id))
    }
  }

  /** In order of first appearance. */
  bySource(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#bySource
  }
}

/** The ids of both worlds together, by their source. */
export function joinedIds(alone: IdCollector, crowded: IdCollector): ReadonlyMap<string, readonly string[]> {
  const sources = new Set([...alone.bySource().keys(), ...crowded.bySource().keys()])
  const idsOf = (collector: IdCollector, source: string) => collector.bySource().get(source) ?? []
  return new Map([...sources].map((source) => [source, [...idsOf(alone, source), ...idsOf(crowded, source)]]))
}

/** In standard deviations. A random id is beyond it once in 500 million tests. */
const threshold = 6

/**
 * What is not random about ids, in the order in which they were seen (docs/rules.md §15). A counter, a time or
 * anything else that grows leaves bits that are nearly constant, and an order.
 */
export function idFaults(ids: readonly string[]): readonly string[] {
  const misshapen = ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))
  if (misshapen.length > 0) return [`${misshapen.length} ids have another form, such as ${misshapen[0]}`]
  const faults: string[] = []
  if (new Set(ids).size < ids.length) faults.push(`${ids.length - new Set(ids).size} ids appeared twice`)

  const numbers = ids.map((id) => BigInt(`0x${id}`))
  let sameBits = 0
  for (let bit = 0; bit < bits; bit += 1) {
    const ones = numbers.filter((number) => (number >> BigInt(bit)) & 1n).length
    if (ones === 0 || ones === ids.length) sameBits += 1
    const deviation = (2 * ones - ids.length) / Math.sqrt(ids.length)
    if (Math.abs(deviation) > threshold) faults.push(`bit ${bit} is set in ${ones} of ${ids.length} ids`)
  }
  if (ids.length >= few.ids && sameBits >= few.sameBits)
    faults.push(`${sameBits} bits are the same in all ids`)
  const ascents = ids.filter((id, i) => i > 0 && id > (ids[i - 1] as string)).length
  const deviation = (ascents - (ids.length - 1) / 2) / Math.sqrt((ids.length + 1) / 12)
  if (Math.abs(deviation) > threshold) faults.push(`${ascents} of ${ids.length} ids follow a smaller one`)
  return faults
}

/** Ids as weaker generators would have made them. The test must detect all of them. */
export const weakIds: Readonly<Record<string, (ids: readonly string[]) => readonly string[]>> = {
  // Each world begins at the same number, so that both have the same ids.
  'ids are the same in both worlds': (ids) => ids.map((_, i) => ids[i % Math.ceil(ids.length / 2)] as string),
  'ids are a number that counts up': (ids) => ids.map((_, i) => (1_000 + i).toString(16).padStart(32, '0')),
  'ids begin with the time': (ids) =>
    ids.map((id, i) => (1_795_000_000_000 + i * 7_919).toString(16).padStart(12, '0') + id.slice(12)),
  'ids end with a shared counter': (ids) =>
    ids.map((id, i) => id.slice(0, 24) + (40_000 + 3 * i).toString(16).padStart(8, '0')),
  'ids are random with few bits': (ids) => ids.map((id) => id.slice(0, 16).padStart(32, '0')),
}
