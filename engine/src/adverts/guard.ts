import type { AdvertTerms } from '../model/advert.ts'
import type { Refusal, RefusalVariables, TermsRefusalCode } from '../model/refusals.ts'

/** A rule about the terms of an advert. */
interface Guard<Context> {
  readonly fails: (terms: AdvertTerms, context: Context) => boolean
  /** The values of the refusal's text. */
  readonly variables?: (terms: AdvertTerms, context: Context) => RefusalVariables
}

export type Guards<Code extends TermsRefusalCode, Context> = Readonly<Record<Code, Guard<Context>>>

/** Guards in the order in which they are checked, each with the code that it refuses with. */
type OrderedGuards<Context> = readonly (Guard<Context> & { readonly errorCode: TermsRefusalCode })[]

/** The guards of these codes, in their order. To be called once, because every submit checks all of them. */
export const guardsInOrder = <Code extends TermsRefusalCode, Context>(
  guards: Guards<Code, Context>,
  codes: readonly Code[],
): OrderedGuards<Context> => codes.map((errorCode) => ({ errorCode, ...guards[errorCode] }))

/** The refusal of the first guard that the terms fail; null if they pass all. */
export function firstRefusal<Context>(
  guards: OrderedGuards<Context>,
  terms: AdvertTerms,
  context: Context,
): Refusal | null {
  for (const { errorCode, fails, variables } of guards)
    if (fails(terms, context))
      return variables ? { errorCode, variables: variables(terms, context) } : { errorCode }
  return null
}
