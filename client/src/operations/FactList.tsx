import type { ReactNode } from 'react'

/** A name and its value. */
export type Fact = readonly [name: ReactNode, value: ReactNode]

interface Props {
  /** In their order; what does not apply is null or false. */
  facts: readonly (Fact | null | false)[]
  className?: string
}

/** Names and values, one below the other unless the class says otherwise. */
export function FactList({ facts, className }: Props) {
  return (
    <dl className={className}>
      {facts.map(
        (fact, position) =>
          fact && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fact is what is at its position
            <div key={position}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
