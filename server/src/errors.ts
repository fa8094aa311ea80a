import type { Refusal } from '@aitai/engine/refusals.ts'

/** A rule said no. To be answered with 409 and the code. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.errorCode)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Nothing can be written or read just now, and what happened is not known. To be answered with 503. */
export class Unavailable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options)
    this.name = 'Unavailable'
  }
}
