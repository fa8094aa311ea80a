import type { Equity } from '@aitai/contract/schemas/reference.ts'

/** A security as FDC3 names it to other programs: what it is, and nothing about an interest in it. */
export interface Instrument {
  readonly type: 'fdc3.instrument'
  readonly name: string
  readonly id: { readonly RIC: string; readonly ticker: string }
}

/** The code of a RIC without its exchange: 7203 of 7203.T. */
const codeOf = (ric: string): string => ric.split('.')[0] ?? ric

export const instrumentOf = ({ ric, name }: Equity): Instrument => ({
  type: 'fdc3.instrument',
  name,
  id: { RIC: ric, ticker: codeOf(ric) },
})

/**
 * The security that a context of another program names, by its RIC or else by the only one with its code; null for
 * anything else. The context is what that program says, so nothing in it is trusted.
 */
export function equityNamedBy(context: unknown, equities: Iterable<Equity>): Equity | null {
  const { type, id } = (context ?? {}) as { readonly type?: unknown; readonly id?: unknown }
  if (type !== 'fdc3.instrument' || typeof id !== 'object' || id === null) return null
  const { RIC, ticker } = id as { readonly RIC?: unknown; readonly ticker?: unknown }
  const all = [...equities]
  if (typeof RIC === 'string') return all.find(({ ric }) => ric === RIC.toUpperCase()) ?? null
  if (typeof ticker !== 'string') return null
  const found = all.filter(({ ric }) => codeOf(ric) === ticker.toUpperCase())
  return found.length === 1 ? (found[0] ?? null) : null
}
