import type { AdvertTerms } from '../model/advert.ts'
import type { Refusal, RefusalVariables, TermsRefusalCode } from '../model/refusals.ts'

/** A rule about the terms of an advert. */
interface Guard<Context> {
  readonly fails: (terms: AdvertTerms, context: Context) => boolean
  /** The values of the refusal's text. */
  readonly variables?: (terms: AdvertTerms, context: Context) => RefusalVariables
}

export type Guards<Code extends TermsRefusalCode, Context> = Readonly<Record<Code, Guard<Context>>>

/** The refusal of the first guard, in the order of the codes, that the terms fail; null if they pass all. */
export function firstRefusal<Code extends TermsRefusalCode, Context>(
  guards: Guards<Code, Context>,
  codes: readonly Code[],
  terms: AdvertTerms,
  context: Context,
): Refusal | null {
  const errorCode = codes.find((code) => guards[code].fails(terms, context))
  if (errorCode === undefined) return null
  const { variables } = guards[errorCode]
  return variables ? { errorCode, variables: variables(terms, context) } : { errorCode }
}
