/**
 * A map that reads through to another one and keeps its own changes, so that a copy costs nothing until it is
 * changed. The other map must not change while this one is used.
 */
export class OverlayMap<K, V> extends Map<K, V> {
  readonly #base: ReadonlyMap<K, V>
  readonly #deleted = new Set<K>()

  constructor(base: ReadonlyMap<K, V>, changed: Iterable<readonly [K, V]> = []) {
    super()
    this.#base = base
    for (const [key, value] of changed) super.set(key, value)
  }

  override get(key: K): V | undefined {
    if (super.has(key)) return super.get(key)
    return this.#deleted.has(key) ? undefined : this.#base.get(key)
  }

  override has(key: K): boolean {
    return super.has(key) || (!this.#deleted.has(key) && this.#base.has(key))
  }

  override set(key: K, value: V): this {
    this.#deleted.delete(key)
    return super.set(key, value)
  }

  override delete(key: K): boolean {
    const existed = this.has(key)
    super.delete(key)
    if (this.#base.has(key)) this.#deleted.add(key)
    return existed
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key)
  }

  override get size(): number {
    let size = this.#base.size - this.#deleted.size
    for (const key of super.keys()) if (!this.#base.has(key)) size += 1
    return size
  }

  /** In the order of a copy: entries of the other map keep their position, new ones come last. */
  override *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.#base)
      if (super.has(key)) yield [key, super.get(key) as V]
      else if (!this.#deleted.has(key)) yield [key, value]
    for (const entry of super.entries()) if (!this.#base.has(entry[0])) yield entry
  }

  override *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key
  }

  override *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }

  override forEach(each: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this)
  }
}
